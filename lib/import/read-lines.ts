import { isUtf8 } from 'node:buffer'

const LINE_FEED = 0x0a

/** A line longer than this is a mistake, or an attack on the memory of the machine. */
const LINE_BYTES_AT_MOST = 64 * 1024 * 1024

export interface Line {
  /** Counted from 1. */
  number: number
  /** '' where `fault` says why the line cannot be read. */
  text: string
  fault?: string
}

/**
 * The lines of a byte stream, split at line feeds alone: JSON may hold the other separators that
 * `node:readline` splits at. Blank lines are passed over but counted.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let parts: Uint8Array[] = []
  let length = 0

  const take = (): Line | undefined => {
    number += 1
    const isTooLong = length > LINE_BYTES_AT_MOST
    const bytes = Buffer.concat(parts)
    parts = []
    length = 0
    if (isTooLong) return { number, text: '', fault: 'longer than 64 MiB' }
    if (!isUtf8(bytes)) return { number, text: '', fault: 'not UTF-8' }
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    return text.trim() === '' ? undefined : { number, text }
  }

  const keep = (part: Uint8Array): void => {
    length += part.length
    if (length <= LINE_BYTES_AT_MOST) parts.push(part)
    else parts = []
  }

  for await (const chunk of stream) {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from)
      if (end < 0) break
      keep(chunk.subarray(from, end))
      from = end + 1
      const line = take()
      if (line) yield line
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }
  if (length > 0) {
    const line = take()
    if (line) yield line
  }
}
