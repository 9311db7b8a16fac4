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
  let parts: Uint8Array[] = []
  let length = 0

  const finishLine = (): Line | undefined => {
    number += 1
    const isTooLong = length > MAX_LINE_BYTES
    const bytes = Buffer.concat(parts)
    parts = []
    length = 0
    if (isTooLong) return { number, text: '', fault: 'longer than 64 MiB' }
    if (!isUtf8(bytes)) return { number, text: '', fault: 'not UTF-8' }
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    return text.trim() === '' ? undefined : { number, text }
  }

  const append = (part: Uint8Array): void => {
    length += part.length
    if (length <= MAX_LINE_BYTES) parts.push(part)
    else parts = []
  }

  for await (const chunk of stream) {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from)
      if (end < 0) break
      append(chunk.subarray(from, end))
      from = end + 1
      const line = finishLine()
      if (line) yield line
    }
    if (from < chunk.length) append(chunk.subarray(from))
  }
  if (length > 0) {
    const line = finishLine()
    if (line) yield line
  }
}
