import { readFileSync } from 'node:fs'
import type { OperationId } from '../../generated/operations.js'

/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

/** By operation id. `input` has all parameters and body fields, whose names must be distinct. */
const schemas: Record<
  OperationId,
  { input: Pick<ObjectSchema, 'properties' | 'required'>; result: ObjectSchema }
> = JSON.parse(readFileSync(new URL('../../generated/schemas.json', import.meta.url), 'utf8'))

/** Removes null from the types: some clients support only one type, and omitting the argument means the same. */
function argumentOf(schema: { type?: string | string[] }, description: string): object {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  return { ...schema, type: types.length === 1 ? types[0] : schema.type, description }
}

/** The arguments of an operation, each with its description in `texts`. */
export function inputSchemaOf(operationId: OperationId, texts: Record<string, string>): ObjectSchema {
  const { properties, required } = schemas[operationId].input
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    argumentOf(schema, texts[name]!),
  ])
  return { type: 'object', properties: Object.fromEntries(described), required, additionalProperties: false }
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
export const resultSchemaOf = (operationId: OperationId): ObjectSchema => schemas[operationId].result
