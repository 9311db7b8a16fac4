/** Puts a text on the clipboard. @returns false where the browser does not let pages do that */
export async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return false
  }
}
