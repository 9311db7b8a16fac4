import { messageOf } from '../lib/errors.js'
import { takeTurn } from './turns.js'

/** Deeper nesting takes seconds to parse and validate. */
const MOST_LEVELS = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON that is refused. The message completes "the body …". */
export class JsonFault extends Error {}

/** A longer text takes milliseconds to parse. */
const SHORT = 64 * 1024

/** Like `parseJson`, but parses at most one long text in each turn of the event loop. @throws JsonFault */
export async function parseJsonInTurn(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length > SHORT) await takeTurn()
  return parseJson(bytes)
}

/** Parses untrusted JSON. @throws JsonFault */
export function parseJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (isTooDeep(text)) throw new JsonFault(`must not be nested deeper than ${MOST_LEVELS} levels`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JsonFault(`is not valid JSON: ${messageOf(error)}`)
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new JsonFault('must be UTF-8')
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ only in this bit; so do `]` and `}`. */
const CASE_BIT = 0x20
const OPENS = 0x7b
const CLOSES = 0x7d

/** One pass over the characters; ignores brackets inside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) inText = !inText
    else if (inText) index += code === BACKSLASH ? 1 : 0
    else if ((code | CASE_BIT) === OPENS && ++depth > MOST_LEVELS) return true
    else if ((code | CASE_BIT) === CLOSES) depth -= 1
  }
  return false
}
