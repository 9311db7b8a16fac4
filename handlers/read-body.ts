import type { Context } from 'koa'
import type { BodyRule, FieldRule } from '../generated/operations.js'
import type { Faults } from './faults.js'
import { JsonFault, parseJson } from './parse-json.js'
import { complaintOf, readBytes } from './read-bytes.js'

type JsonObject = Record<string, unknown>

const JSON_TYPE = /^application\/json\s*(;|$)/i
const NUL = '\0'
/** With the flag `u` halves of pairs are none. */
const HALF_CHARACTER = /\p{Cs}/u

/** The body as a JSON object, undefined where there is none; what is wrong with it is named `body` in `faults`. */
export async function readBody(
  ctx: Context,
  rule: BodyRule,
  faults: Faults,
): Promise<JsonObject | undefined> {
  const refuse = (message: string) => void faults.add('body', message)
  const type = ctx.req.headers['content-type']
  try {
    const bytes = await readBytes(ctx.req)
    if (bytes.length === 0) return rule.required ? refuse('is required') : undefined
    if (!isJson(type)) return refuse('must be sent as application/json')
    const body = parseJson(bytes)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refuse('must be a JSON object')
    return tidyBody(body as JsonObject, rule, faults)
  } catch (error) {
    if (!isJson(type)) return refuse('must be sent as application/json')
    return refuse(error instanceof JsonFault ? error.message : complaintOf(error))
  }
}

const isJson = (type: string | undefined) => type !== undefined && JSON_TYPE.test(type)

/** Trims texts, lowers ids, and drops what counts as left out. */
export function tidyBody(body: JsonObject, rule: BodyRule, faults: Faults): JsonObject {
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
