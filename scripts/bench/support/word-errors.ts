/** Words in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/’/g, "'")
    .split(/[^a-z']+/)
    .filter((word) => word !== '')
}

/** How many words must be changed, removed or added to turn one text into the other. */
export function wordErrors(spoken: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at)
  for (const [at, word] of spoken.entries()) {
    const next = [at + 1]
    for (const [index, other] of heard.entries()) {
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (word === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
