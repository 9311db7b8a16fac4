import type { Fault } from '../generated/validators.js'
import { type AppError, type FaultyFields, invalidInput } from '../lib/errors.js'

const MOST_MESSAGES_OF_A_FIELD = 10

/** What is wrong with a request, gathered until all of it has been looked at. */
export class Faults {
  readonly #fields = new Map<string, string[]>()

  get any(): boolean {
    return this.#fields.size > 0
  }

  has(field: string): boolean {
    return this.#fields.has(field)
  }

  add(field: string, message: string): void {
    const messages = this.#fields.get(field) ?? []
    this.#fields.set(field, messages)
    if (messages.length < MOST_MESSAGES_OF_A_FIELD && !messages.includes(message)) messages.push(message)
  }

  /** What a validator found, save for fields that are known to be faulty: there it would only follow from the first fault. */
  addAll(found: readonly Fault[] | null | undefined, fallback: string): void {
    const known = new Set(this.#fields.keys())
    for (const fault of found ?? []) {
      const field = fieldOf(fault) ?? fallback
      if (!known.has(field)) this.add(field, messageOf(fault))
    }
  }

  /** What a rule found, save for fields that are known to be faulty. */
  addFields(found: FaultyFields = {}): void {
    for (const [field, messages] of Object.entries(found)) {
      if (!this.has(field)) for (const message of messages) this.add(field, message)
    }
  }

  toError(): AppError {
    const fields: FaultyFields = Object.fromEntries(this.#fields)
    return invalidInput(fields)
  }
}

/** The outermost name the caller wrote. */
function fieldOf(fault: Fault): string | undefined {
  const outermost = fault.instancePath.split('/')[1]
  if (outermost !== undefined) return outermost.replaceAll('~1', '/').replaceAll('~0', '~')
  const missing = fault.params.missingProperty
  return typeof missing === 'string' ? missing : undefined
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  uuid: 'must be a UUID',
  date: 'must be a day as YYYY-MM-DD',
  'date-time': 'must be a date and time as in ISO 8601',
  uri: 'must be an address',
}

/** What the patterns of the description ask for, in words. */
const PATTERNS: Record<string, string> = {
  '^([\\s\\S]{10,})?$': 'must be empty or have at least 10 characters',
}

const counted = (count: unknown, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const oneOf = (values: unknown) =>
  `one of ${(values as unknown[]).filter((value) => value !== null).join(', ')}`

const MESSAGES: Record<string, (params: Record<string, unknown>, fault: Fault) => string> = {
  required: ({ missingProperty }, { parentSchema }) => {
    const values = parentSchema?.properties?.[String(missingProperty)]?.enum
    return values ? `is required: ${oneOf(values)}` : 'is required'
  },
  type: ({ type }) => `must be ${typeNames(type)}`,
  enum: ({ allowedValues }) => `must be ${oneOf(allowedValues)}`,
  format: ({ format }) => FORMATS[String(format)] ?? 'has the wrong form',
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? 'has the wrong form',
  minLength: ({ limit }, { instancePath, data }) => {
    const message = `must have at least ${counted(limit, 'character')}`
    // The search language takes quotes, and they count.
    return instancePath === '/q' && data !== ''
      ? `${message}; a short word is found in quotes: "${data}"`
      : message
  },
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `needs at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `takes at most ${counted(limit, 'item')}`,
}

function typeNames(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',')
  return types.map((name) => TYPE_NAMES[String(name)] ?? String(name)).join(' or ')
}

/** For people; says which item where the value is a list. */
function messageOf(fault: Fault): string {
  const item = fault.instancePath.split('/')[2]
  const message = MESSAGES[fault.keyword]?.(fault.params, fault) ?? 'is not valid'
  return item === undefined ? message : `item ${Number(item) + 1} ${message}`
}
