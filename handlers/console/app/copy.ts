/** Copies a text to the clipboard. @returns false if the browser does not permit it */
export async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return false
  }
}
