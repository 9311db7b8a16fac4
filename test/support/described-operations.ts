import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>

interface ResponseObject {
  headers?: Record<string, { required?: boolean; schema: Json }>
  content?: Record<string, { schema: Json }>
}

export interface DescribedOperation {
  operationId: string
  method: string
  /** Below `/api/v1`. */
  path: string
  responses: Record<string, ResponseObject>
  [part: string]: unknown
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

type Description = Json & { paths: Record<string, Json> }

const read = (name: string): Description =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'))

/** The published description, as the generated file holds it. */
export const description = read('openapi.json')

/** Replaces every `$ref`, and closes every object: an answer may hold nothing that is not described. */
function closed(description: Json, value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(description, item))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return closed(description, resolve(description, String(value.$ref)))
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    isData(name, key) ? inner : closed(description, inner, name),
  ])
  const object = Object.fromEntries(entries)
  const mayBeClosed = key !== 'properties' && 'properties' in object && !('allOf' in object)
  return mayBeClosed ? { additionalProperties: false, ...object } : object
}

const isData = (name: string, parent: string) =>
  parent !== 'properties' && ['example', 'examples', 'default', 'enum', 'const'].includes(name)

function resolve(description: Json, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Json)[name], description)
}

const operationsOf = (description: Description): DescribedOperation[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      ...(closed(description, item[method]) as DescribedOperation),
      method: method.toUpperCase(),
      path,
    })),
  )

export const describedOperations: readonly DescribedOperation[] = operationsOf(description)

/** Those below `/console/api`. */
export const consoleOperations: readonly DescribedOperation[] = operationsOf(read('console/openapi.json'))

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const parametersIn = (path: string) => path.split('{').length

/** The operation of a method and a path below `/api/v1`; the one with the fewest parameters where several fit. */
export function operationAt(method: string, path: string): DescribedOperation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  return describedOperations
    .filter((operation) => operation.method === wanted && patternOf(operation.path).test(path))
    .sort((one, other) => parametersIn(one.path) - parametersIn(other.path))[0]
}

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const compiled = new Map<object, ValidateFunction>()

/** What is wrong with a value; nothing when it satisfies the schema. */
export function complaints(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

/** The part of the description that an answer of this status must satisfy. */
export function responseOf(operation: DescribedOperation, status: number): ResponseObject | undefined {
  return (
    operation.responses[status] ??
    operation.responses[`${String(status)[0]}XX`] ??
    operation.responses.default
  )
}
