import type { Fault } from '../generated/validators.js'
import { type AppError, type FaultyFields, invalidInput } from '../lib/errors.js'

const MOST_MESSAGES_OF_A_FIELD = 10

/** Collects all faults of a request, by field, for one error response. */
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

  /**
   * Adds schema validation errors, except for fields that already have a fault: the errors would only follow from it.
   */
  addValidatorErrors(found: readonly Fault[] | null | undefined, fallback: string): void {
    const known = new Set(this.#fields.keys())
    for (const fault of found ?? []) {
      const field = fieldOf(fault) ?? fallback
      if (!known.has(field)) this.add(field, faultMessage(fault))
    }
  }

  /** Adds the faults that a rule found, except for fields that already have one. */
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

/** The outermost field that the caller wrote: `keywords`, not `keywords/3`. */
function fieldOf(fault: Fault): string | undefined {
  const outermost = fault.instancePath.split('/')[1]
  if (outermost !== undefined) return outermost.replaceAll('~1', '/').replaceAll('~0', '~')
  const missing = fault.params.missingProperty
  return typeof missing === 'string' ? missing : undefined
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  uuid: 'must be a UUID',
  date: 'must be a date in the form YYYY-MM-DD',
  'date-time': 'must be an ISO 8601 date and time',
}

/** Messages for the patterns in the description. */
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
  format: ({ format }) => FORMATS[String(format)] ?? 'has an invalid format',
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? 'has an invalid format',
  minLength: ({ limit }, { instancePath, data }) => {
    const message = `must have at least ${counted(limit, 'character')}`
    // A query such as `"AI"` is long enough because its quotes count.
    return instancePath === '/q' && data !== ''
      ? `${message}; put a short word in quotes: "${data}"`
      : message
  },
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
}

function typeNames(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',')
  return types.map((name) => TYPE_NAMES[String(name)] ?? String(name)).join(' or ')
}

/** A message for people; names the item if the field is a list. */
function faultMessage(fault: Fault): string {
  const item = fault.instancePath.split('/')[2]
  const message = MESSAGES[fault.keyword]?.(fault.params, fault) ?? 'is not valid'
  return item === undefined ? message : `item ${Number(item) + 1} ${message}`
}
