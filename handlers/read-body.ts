import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import type { Context } from 'koa'
import bodyParser from 'koa-bodyparser'
import type { BodyRule, FieldRule } from '../generated/operations.js'
import type { Faults } from './faults.js'

type JsonObject = Record<string, unknown>

const JSON_TYPE = /^application\/json\s*(;|$)/i
const NUL = '\0'
/** With the flag `u` halves of pairs are none. */
const HALF_CHARACTER = /\p{Cs}/u

/** What a decoder writes where bytes are no UTF-8; callers may write it too. */
const REPLACEMENT = '\ufffd'

/** Why the parser gave up, by what it throws; anything it says nothing about is not an object of JSON. */
function complaintOf(error: unknown): string {
  const { type, status, code } = error as { type?: string; status?: number; code?: string }
  if (type === 'entity.too.large') return 'must not be larger than 1 MiB'
  if (status === 415) return 'has a Content-Encoding that is not taken here'
  if (code?.startsWith('Z_')) return 'cannot be unpacked'
  return 'must be a JSON object'
}

const options = {
  enableTypes: ['json'],
  // 1 MiB
  jsonLimit: '1mb',
  // The type is looked at below, where an empty body is told from a wrong one.
  detectJSON: () => true,
  // A key of this name is as unknown as any other.
  onProtoPoisoning: 'remove',
}
// The types do not know what co-body is to do with such keys.
const parse = bodyParser(options as bodyParser.Options)

const done = async () => {}

/** Codings are named in any case, and one has two names (RFC 9110, 8.4.1); the parser knows one spelling of each. */
function spellCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding']?.toLowerCase()
  if (coding !== undefined) headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding
}

/** Parses the body, and says whether its bytes are UTF-8: the parser replaces those that are not without a word. */
async function parseUtf8(ctx: Context): Promise<boolean> {
  spellCoding(ctx.req)
  const chunks: Buffer[] = []
  const note = (chunk: Buffer) => void chunks.push(chunk)
  ctx.req.on('data', note)
  try {
    await parse(ctx, done)
  } finally {
    ctx.req.off('data', note)
    // Where the parser gave up, nobody else reads the rest, and the caller would never come to read the answer.
    ctx.req.resume()
  }
  if (!ctx.request.rawBody?.includes(REPLACEMENT)) return true
  return isUtf8(unpack(Buffer.concat(chunks), ctx.req.headers['content-encoding']))
}

/** What the parser has unpacked before, so that it is neither broken nor too large. */
function unpack(bytes: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity') return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes)
}

/** The body as a JSON object, undefined where there is none; what is wrong with it is named `body` in `faults`. */
export async function readBody(
  ctx: Context,
  rule: BodyRule,
  faults: Faults,
): Promise<JsonObject | undefined> {
  const refuse = (message: string) => void faults.add('body', message)
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type } = ctx.req.headers
  const announced = encoding !== undefined || (length !== undefined && length !== '0')
  if (announced) {
    try {
      if (!(await parseUtf8(ctx)) && isJson(type)) return refuse('must be UTF-8')
    } catch (error) {
      return refuse(isJson(type) ? complaintOf(error) : 'must be sent as application/json')
    }
  }
  if (!ctx.request.rawBody) return rule.required ? refuse('is required') : undefined
  if (!isJson(type)) return refuse('must be sent as application/json')
  const body: unknown = ctx.request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('must be a JSON object')
  return tidyBody(body as JsonObject, rule, faults)
}

const isJson = (type: string | undefined) => type !== undefined && JSON_TYPE.test(type)

/** Trims texts, lowers ids, and drops what counts as left out. */
function tidyBody(body: JsonObject, rule: BodyRule, faults: Faults): JsonObject {
  const tidied: JsonObject = rule.nullIsAbsent
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : { ...body }
  for (const field of rule.fields) {
    if (Object.hasOwn(tidied, field.name)) tidied[field.name] = tidyField(field, tidied[field.name], faults)
  }
  return tidied
}

function tidyField(field: FieldRule, value: unknown, faults: Faults): unknown {
  if (typeof value === 'string') return tidyText(field, value, faults)
  if (!Array.isArray(value)) return value
  // One item over the limit is as wrong as a hundred thousand, and quicker to say.
  const items = field.maxItems === undefined ? value : value.slice(0, field.maxItems + 1)
  const misfit = items.findIndex((item) => typeof item !== 'string')
  if (misfit >= 0) return void faults.add(field.name, `item ${misfit + 1} must be text`)
  return items.map((item) => tidyText(field, item, faults))
}

function tidyText(field: FieldRule, text: string, faults: Faults): string {
  if (text.includes(NUL)) faults.add(field.name, 'must not contain the character NUL')
  if (HALF_CHARACTER.test(text)) faults.add(field.name, 'must not contain half of a surrogate pair')
  return field.kind === 'text' || field.kind === 'texts' ? text.trim() : text.toLowerCase()
}
