import { readFileSync } from 'node:fs'
import type { OperationId } from '../../generated/operations.js'

/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

interface ArgumentSchema {
  type?: string | string[]
  description: string
}

/** By operation id. `input` has all parameters and body fields, whose names must be distinct. */
const schemas: Record<
  OperationId,
  { input: { properties: Record<string, ArgumentSchema>; required: string[] }; result: ObjectSchema }
> = JSON.parse(readFileSync(new URL('../../generated/schemas.json', import.meta.url), 'utf8'))

/** Where an assistant gets these ids. */
const IDS: Record<string, string> = {
  team_id: 'Id of a team, from list_teams.',
  podcast_id: 'Id of a podcast, from search_podcasts.',
  episode_id: 'Id of an episode, from search_episodes, list_podcast_episodes or list_matches.',
  alert_id: 'Id of an alert, from list_alerts.',
}

/** Removes null from the types: some clients support only one type, and omitting the argument means the same. */
function argumentOf(name: string, schema: ArgumentSchema, isRequired: boolean): ArgumentSchema {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  const type = types.length === 1 ? types[0] : schema.type
  const source = IDS[name]
  if (source === undefined) return { ...schema, type }
  // The tool itself says what a required id is for. An optional id narrows the results, which only the API says.
  return { ...schema, type, description: isRequired ? source : `${schema.description} ${source}` }
}

/** The arguments of an operation, described as in the API except for ids. */
export function inputSchemaOf(operationId: OperationId): ObjectSchema {
  const { properties, required } = schemas[operationId].input
  const arguments_ = Object.entries(properties).map(([name, schema]) => [
    name,
    argumentOf(name, schema, required.includes(name)),
  ])
  return { type: 'object', properties: Object.fromEntries(arguments_), required, additionalProperties: false }
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
