import { takeTurn } from './turns.js'

/** Deeper nesting takes seconds to parse and validate. */
const MOST_LEVELS = 64

/** Locating the syntax error takes ten times as long as parsing, so longer texts get no position. */
const MOST_SEARCHED = 64 * 1024

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
  } catch {
    if (text.length > MOST_SEARCHED) throw new JsonFault('is not valid JSON')
    const before = text.slice(0, faultIndex(text))
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new JsonFault(`is not valid JSON: see line ${line}, column ${column}`)
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

const TOKEN =
  /(?:[{}[\],:]|"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y
const SPACE = /[ \t\n\r]*/y

/** Characters that a value may begin with. */
const VALUE = '"{[-0123456789tfn'

/** Where JSON syntax breaks: the start of the first token that is not allowed there. */
function faultIndex(text: string): number {
  const open: string[] = []
  let allowed = VALUE
  for (let end = 0; ; ) {
    SPACE.lastIndex = end
    SPACE.test(text)
    const start = SPACE.lastIndex
    TOKEN.lastIndex = start
    const first = text.charAt(start)
    if (first === '' || !allowed.includes(first) || !TOKEN.test(text)) return start
    end = TOKEN.lastIndex
    const isKey = allowed === '"' || allowed === '"}'
    if (first === '{' || first === '[') open.push(first)
    else if (first === '}' || first === ']') open.pop()
    allowed = after(first, open.at(-1), isKey)
  }
}

function after(first: string, within: string | undefined, isKey: boolean): string {
  if (first === '{') return '"}'
  if (first === '[') return `${VALUE}]`
  if (first === ':') return VALUE
  if (first === ',') return within === '{' ? '"' : VALUE
  if (isKey && first === '"') return ':'
  if (within === undefined) return ''
  return within === '{' ? ',}' : ',]'
}
