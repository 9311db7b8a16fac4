/** Copies a text to the clipboard. @returns false if the browser does not permit it */
export async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return copyOverHttp(words)
  }
}

/** On a page without HTTPS there is no `navigator.clipboard`. */
function copyOverHttp(words: string): boolean {
  let isCopied = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', words)
    isCopied = true
  }
  addEventListener('copy', put)
  document.execCommand('copy')
  removeEventListener('copy', put)
  return isCopied
}
