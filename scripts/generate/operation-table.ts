import type { Parameter, Schema } from './description.js'
import type { Operation } from './operations.js'

const HEADER = `// Written by scripts/generate.ts from spec/. Do not edit.

/** How one parameter is read from the query or the path. */
export interface ParameterRule {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: 'string' | 'integer'
  /** A text is trimmed, a uuid is converted to lower case, a plain value stays unchanged. */
  readonly kind: 'text' | 'uuid' | 'plain'
  readonly repeatable: boolean
  readonly mayBeEmpty: boolean
}

/** A field of a body whose text, or each text of its list, is trimmed or converted to lower case before validation. */
export interface FieldRule {
  readonly name: string
  readonly kind: 'text' | 'uuid'
  /** The maximum length of a list, if the schema limits it. */
  readonly maxItems?: number
}

export interface BodyRule {
  readonly required: boolean
  /** True for PATCH: null means that the field is absent. */
  readonly nullIsAbsent: boolean
  readonly fields: readonly FieldRule[]
}

export interface Operation {
  readonly id: OperationId
  readonly tag: Tag
  readonly method: string
  /** The segments of the path, without the server's base path; one in braces is a parameter. */
  readonly segments: readonly string[]
  /** Callers need no key. */
  readonly isOpen?: true
  /** Acts on one team, which an account-scoped key names in \`X-Service-Team\`. */
  readonly teamScoped: boolean
  readonly parameters: readonly ParameterRule[]
  readonly body: BodyRule | null
}
`

const union = (names: string[]) =>
  names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')

const typesOf = (schema: Schema): string[] => {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(
    typesOf,
  )
  return [...new Set([...own, ...variants])].filter((type) => type !== 'null')
}

function kindOf(schema: Schema): 'text' | 'uuid' | 'plain' {
  const variants = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (variants.some((variant) => variant.format === 'uuid')) return 'uuid'
  const constrained = variants.some((variant) => variant.format || variant.enum)
  return typesOf(schema).includes('string') && !constrained ? 'text' : 'plain'
}

function parameterRule(parameter: Parameter) {
  const repeatable = typesOf(parameter.schema).includes('array')
  const value = repeatable ? (parameter.schema.items ?? {}) : parameter.schema
  const mayBeEmpty = parameter.name === 'cursor'
  return {
    name: parameter.name,
    in: parameter.in,
    type: typesOf(value)[0] ?? 'string',
    kind: mayBeEmpty ? 'plain' : kindOf(value),
    repeatable,
    mayBeEmpty,
  }
}

function itemsOf(schema: Schema): Schema | undefined {
  return (
    schema.items ?? [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((variant) => variant.items)?.items
  )
}

function fieldRules(schema: Schema) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const kind = kindOf(itemsOf(field) ?? field)
    if (kind === 'plain') return []
    const maxItems = field.maxItems === undefined ? {} : { maxItems: field.maxItems }
    return [{ name, kind, ...maxItems }]
  })
}

function tableRow(operation: Operation) {
  const { id, tag, method, path, isOpen, teamScoped, parameters, body } = operation
  return {
    id,
    tag,
    method,
    segments: path.split('/').slice(1),
    ...(isOpen ? { isOpen } : {}),
    teamScoped,
    parameters: parameters.map(parameterRule),
    body: body && {
      required: body.required,
      nullIsAbsent: method === 'PATCH',
      fields: fieldRules(body.schema),
    },
  }
}

/** The module `generated/operations.ts`, used by the dispatcher and by the types of the handlers. */
export function operationTable(operations: Operation[]): string {
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const byTag = tags.map((tag) => {
    const ids = operations.filter((operation) => operation.tag === tag).map((operation) => operation.id)
    return `  ${JSON.stringify(tag)}: ${union(ids)}`
  })
  const defaulted = operations.map((operation) => {
    const names = operation.parameters.filter((parameter) => parameter.schema.default !== undefined)
    return `  ${operation.id}: ${union(names.map((parameter) => parameter.name))}`
  })
  const teamScoped = operations.filter((operation) => operation.teamScoped).map((operation) => operation.id)
  return [
    HEADER,
    `export type OperationId = ${union(operations.map((operation) => operation.id))}\n`,
    `export type TeamOperationId = ${union(teamScoped)}\n`,
    `export interface OperationsByTag {\n${byTag.join('\n')}\n}\n`,
    'export type Tag = keyof OperationsByTag\n',
    '/** Parameters with a default in the description are always present. */',
    `export interface DefaultedParameters {\n${defaulted.join('\n')}\n}\n`,
    `export const operations: readonly Operation[] = ${JSON.stringify(operations.map(tableRow), null, 2)}\n`,
  ].join('\n')
}
