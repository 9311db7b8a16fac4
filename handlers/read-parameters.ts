import type { ParameterRule } from '../generated/operations.js'
import type { Faults } from './faults.js'

/** Decoded values by parameter name; null for a value with invalid percent-encoding. */
type RawValues = Map<string, Array<string | null>>

const INTEGER = /^-?\d+$/
const NUMBER = /^-?\d+(\.\d+)?$/

/** Percent-decodes UTF-8; null if the encoding is invalid. */
function decode(text: string): string | null {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return null
  }
}

/** The values of the wanted parameters in a query string. */
function parseQuery(query: string, wanted: ReadonlySet<string>): RawValues {
  const values: RawValues = new Map()
  for (const pair of query.split('&')) {
    const border = pair.indexOf('=')
    const name = decode((border < 0 ? pair : pair.slice(0, border)).replaceAll('+', ' '))
    if (name === null || !wanted.has(name)) continue
    const value = border < 0 ? '' : decode(pair.slice(border + 1).replaceAll('+', ' '))
    const given = values.get(name)
    if (given) given.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Reads the query parameters of one operation. Omits faulty values and adds them to `faults`. */
export class QueryReader {
  readonly #rules: readonly ParameterRule[]
  readonly #names: ReadonlySet<string>

  constructor(rules: readonly ParameterRule[]) {
    this.#rules = rules.filter((rule) => rule.in === 'query')
    this.#names = new Set(this.#rules.map((rule) => rule.name))
  }

  read(query: string, faults: Faults): Record<string, unknown> {
    const read: Record<string, unknown> = {}
    if (this.#rules.length === 0 || query === '') return read
    const values = parseQuery(query, this.#names)
    for (const rule of this.#rules) {
      const given = values.get(rule.name)
      if (given) assign(read, rule, readValues(rule, given, faults))
    }
    return read
  }
}

function readValues(rule: ParameterRule, given: Array<string | null>, faults: Faults): unknown {
  if (!rule.repeatable && given.length > 1) return void faults.add(rule.name, 'must be given only once')
  const values = given.map((text) => readValue(rule, text, faults))
  return rule.repeatable ? values.filter((value) => value !== undefined) : values[0]
}

/** Reads the path parameters. */
export function readPath(
  rules: readonly ParameterRule[],
  values: Record<string, string>,
  faults: Faults,
): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const rule of rules) {
    if (rule.in === 'path') assign(read, rule, readValue(rule, decode(values[rule.name] ?? ''), faults))
  }
  return read
}

function assign(target: Record<string, unknown>, rule: ParameterRule, value: unknown): void {
  if (value !== undefined) target[rule.name] = value
}

function readValue(rule: ParameterRule, text: string | null, faults: Faults): unknown {
  const refuse = (message: string) => void faults.add(rule.name, message)
  if (text === null) return refuse('must be percent-encoded UTF-8')
  if (text === '') return rule.mayBeEmpty ? undefined : refuse('must not be empty')
  switch (rule.type) {
    case 'integer':
      return INTEGER.test(text) ? Number(text) : refuse('must be a whole number')
    case 'number':
      return NUMBER.test(text) ? Number(text) : refuse('must be a number')
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : refuse('must be true or false')
    default:
      return tidyText(rule.kind, text)
  }
}

function tidyText(kind: ParameterRule['kind'], text: string): string {
  if (kind === 'text') return text.trim()
  return kind === 'uuid' ? text.toLowerCase() : text
}
