import type { ParameterRule } from '../generated/operations.js'
import type { Faults } from './faults.js'

/** The texts given for each parameter, decoded; null for one with invalid percent-encoding. */
export type ParameterValues = Map<string, Array<string | null>>

const INTEGER = /^-?\d+$/

/** Percent-decodes UTF-8; null if the encoding is invalid. */
function decode(text: string): string | null {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return null
  }
}

/** The parameters of a request: those of its path, and of its query string those that a rule names. */
export function parametersOf(
  path: Record<string, string>,
  query: string,
  queryRules: readonly ParameterRule[],
): ParameterValues {
  const values: ParameterValues = new Map()
  for (const name of Object.keys(path)) values.set(name, [decode(path[name]!)])
  if (query === '' || queryRules.length === 0) return values
  for (const pair of query.split('&')) {
    const border = pair.indexOf('=')
    const name = decode((border < 0 ? pair : pair.slice(0, border)).replaceAll('+', ' '))
    if (name === null || !queryRules.some((rule) => rule.name === name)) continue
    const value = border < 0 ? '' : decode(pair.slice(border + 1).replaceAll('+', ' '))
    const given = values.get(name)
    if (given) given.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Reads the values that the rules name. Omits faulty ones and adds them to `faults`. */
export function readParameters(
  rules: readonly ParameterRule[],
  values: ParameterValues,
  faults: Faults,
): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const rule of rules) {
    const given = values.get(rule.name)
    const value = given && readValues(rule, given, faults)
    if (value !== undefined) read[rule.name] = value
  }
  return read
}

function readValues(rule: ParameterRule, given: Array<string | null>, faults: Faults): unknown {
  if (!rule.repeatable && given.length > 1) return void faults.add(rule.name, 'must be given only once')
  const values = given.map((text) => readValue(rule, text, faults))
  return rule.repeatable ? values.filter((value) => value !== undefined) : values[0]
}

function readValue(rule: ParameterRule, text: string | null, faults: Faults): unknown {
  const refuse = (message: string) => void faults.add(rule.name, message)
  if (text === null) return refuse('must be percent-encoded UTF-8')
  if (text === '') return rule.mayBeEmpty ? undefined : refuse('must not be empty')
  if (rule.type === 'string') return tidyText(rule.kind, text)
  return INTEGER.test(text) ? Number(text) : refuse('must be a whole number')
}

function tidyText(kind: ParameterRule['kind'], text: string): string {
  if (kind === 'text') return text.trim()
  return kind === 'uuid' ? text.toLowerCase() : text
}
