import type { ParameterRule } from '../generated/operations.js'
import type { Faults } from './faults.js'

/** The decoded values of one name; null where the percent-encoding makes no text. */
type RawValues = Map<string, Array<string | null>>

const INTEGER = /^-?\d+$/
const NUMBER = /^-?\d+(\.\d+)?$/

/** Percent-decodes UTF-8; null when it is none. */
function decode(text: string): string | null {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return null
  }
}

/** The values in a query, of the wanted names only. */
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

/** Reads what stands in the query by the rules of the operation. Faulty values are left out and named in `faults`. */
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
  if (!rule.repeatable && given.length > 1) return void faults.add(rule.name, 'may be given only once')
  const values = given.map((text) => readValue(rule, text, faults))
  return rule.repeatable ? values.filter((value) => value !== undefined) : values[0]
}

/** Reads what stands in the path. */
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
  if (text === null) return refuse('is not percent-encoded UTF-8')
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
