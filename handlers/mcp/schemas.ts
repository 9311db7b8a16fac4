import { readFileSync } from 'node:fs'
import type { OperationId } from '../../generated/operations.js'

/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

type Node = Record<string, unknown>

const description = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as Node

/** Texts of the API description mention headers and status codes, which tools do not have. */
const PROSE = new Set(['description', 'example', 'examples'])

/** A schema without descriptions and with each `$ref` resolved. No schema may refer to itself. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const { $ref, properties, ...rest } = node as Node
  const own = Object.entries(rest).filter(([name]) => !PROSE.has(name))
  return {
    ...(typeof $ref === 'string' && (plain(resolveRef($ref)) as Node)),
    ...plainValues(Object.fromEntries(own)),
    ...(properties !== undefined && { properties: plainValues(properties as Node) }),
  }
}

const plainValues = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, plain(value)]))

const resolveRef = (ref: string): unknown =>
  ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, part) => (at as Node)[part], description)

interface ParameterNode {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Node
}

interface OperationNode {
  parameters?: Array<ParameterNode | { $ref: string }>
  requestBody?: { content: { 'application/json': { schema: Node } } }
  responses: Record<string, { content?: { 'application/json': { schema: Node } } }>
}

const operationNodes = new Map(
  Object.values(description.paths as Record<string, Node>)
    .flatMap((path) => Object.values(path))
    .filter((node): node is Node => typeof node === 'object' && node !== null && 'operationId' in node)
    .map((node) => [node.operationId as OperationId, node as unknown as OperationNode]),
)

/** Removes null from the types: some clients support only one type, and omitting the argument means the same. */
function argumentOf(schema: Node, description: string): object {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  return { ...schema, type: types.length === 1 ? types[0] : schema.type, description }
}

/**
 * Combines the parameters and body fields of an operation in one object. Their names must be distinct.
 * `texts` has the description of each.
 */
export function inputSchemaOf(operationId: OperationId, texts: Record<string, string>): ObjectSchema {
  const { parameters = [], requestBody } = operationNodes.get(operationId)!
  const given = parameters
    .map((parameter) => ('$ref' in parameter ? resolveRef(parameter.$ref) : parameter) as ParameterNode)
    .filter((parameter) => parameter.in !== 'header')
  const body = plain(requestBody?.content['application/json'].schema ?? {}) as Partial<ObjectSchema>
  const schemas: Record<string, object> = {
    ...Object.fromEntries(given.map(({ name, schema }) => [name, plain(schema) as Node])),
    ...body.properties,
  }
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, argumentOf(schema as Node, texts[name]!)]),
    ),
    required: [...given.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
    additionalProperties: false,
  }
}

const ERROR: ObjectSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Of an error: what went wrong, for programs.' },
    message: { type: 'string', description: 'Of an error: what went wrong, in a sentence.' },
    fields: { type: 'object', description: 'Of an error: what is wrong with each argument.' },
  },
  required: ['code', 'message'],
}

/** The result of a tool or an error; clients validate errors against the same schema. */
export const outputSchema = ({ properties, required }: ObjectSchema): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, ...ERROR.properties },
  anyOf: [{ required }, { required: ERROR.required }],
})

/** The response body of a successful operation. */
export function resultSchemaOf(operationId: OperationId): ObjectSchema {
  const { responses } = operationNodes.get(operationId)!
  const { content } = (responses['200'] ?? responses['201'])!
  return plain(content!['application/json'].schema) as ObjectSchema
}
