import { isUtf8 } from 'node:buffer'

const LINE_FEED = 0x0a

/** A longer line is a mistake or an attack on the server's memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

export interface Line {
  /** The first line is 1. */
  number: number
  /** '' if `fault` says why the line cannot be read. */
  text: string
  fault?: string
}

/**
 * The lines of a byte stream, split at line feeds only: JSON may contain the other separators that `node:readline`
 * splits at. Blank lines are skipped but counted.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  for await (const bytes of splitAtLineFeeds(stream)) {
    number += 1
    if (!bytes) yield { number, text: '', fault: 'longer than 64 MiB' }
    else if (!isUtf8(bytes)) yield { number, text: '', fault: 'not UTF-8' }
    else {
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
      if (text.trim() !== '') yield { number, text }
    }
  }
}

/** The bytes of each line; undefined for a line that is too long. */
async function* splitAtLineFeeds(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | undefined> {
  let parts: Uint8Array[] = []
  let length = 0
  const append = (part: Uint8Array) => {
    length += part.length
    if (length <= MAX_LINE_BYTES) parts.push(part)
    else parts = []
  }
  const takeLine = () => {
    const line = length <= MAX_LINE_BYTES ? Buffer.concat(parts) : undefined
    parts = []
    length = 0
    return line
  }
  for await (const chunk of stream) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      append(chunk.subarray(from, end))
      from = end + 1
      yield takeLine()
    }
    append(chunk.subarray(from))
  }
  if (length > 0) yield takeLine()
}
