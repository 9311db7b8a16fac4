import type { Context } from 'koa'
import type { BodyRule, FieldRule } from '../generated/operations.js'
import type { Faults } from './faults.js'
import { JsonFault, parseJsonInTurn } from './parse-json.js'
import { bodyErrorMessage, readBytes } from './read-bytes.js'

type JsonObject = Record<string, unknown>

const JSON_TYPE = /^application\/json\s*(;|$)/i
const NUL = '\0'
/** Half of a surrogate pair; with the flag `u`, whole pairs do not match. */
const LONE_SURROGATE = /\p{Cs}/u

/** Reads the body as a JSON object; undefined if there is none. Adds faults under the field `body`. */
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
    if (!isJson(type)) return refuse('must have the Content-Type application/json')
    const body = await parseJsonInTurn(bytes)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refuse('must be a JSON object')
    return tidyBody(body as JsonObject, rule, faults)
  } catch (error) {
    if (!isJson(type)) return refuse('must have the Content-Type application/json')
    return refuse(error instanceof JsonFault ? error.message : bodyErrorMessage(error))
  }
}

const isJson = (type: string | undefined) => type !== undefined && JSON_TYPE.test(type)

/** Trims texts, converts ids to lower case, and removes nulls where null means absent: in place, since a copy is slow. */
export function tidyBody(body: JsonObject, rule: BodyRule, faults: Faults): JsonObject {
  if (rule.nullIsAbsent) {
    for (const name of Object.keys(body)) if (body[name] === null) delete body[name]
  }
  for (const field of rule.fields) {
    if (Object.hasOwn(body, field.name)) body[field.name] = tidyField(field, body[field.name], faults)
  }
  return body
}

function tidyField(field: FieldRule, value: unknown, faults: Faults): unknown {
  if (typeof value === 'string') return tidyText(field, value, faults)
  if (!Array.isArray(value)) return value
  // One item above the limit is enough to fail validation; do not process the rest.
  const items = field.maxItems === undefined ? value : value.slice(0, field.maxItems + 1)
  const misfit = items.findIndex((item) => typeof item !== 'string')
  if (misfit >= 0) return void faults.add(field.name, `item ${misfit + 1} must be text`)
  return items.map((item) => tidyText(field, item, faults))
}

function tidyText(field: FieldRule, text: string, faults: Faults): string {
  if (text.includes(NUL)) faults.add(field.name, 'must not contain the character NUL')
  if (LONE_SURROGATE.test(text)) faults.add(field.name, 'must not contain half of a surrogate pair')
  return field.kind === 'text' ? text.trim() : text.toLowerCase()
}
