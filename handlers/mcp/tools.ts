import { readFileSync } from 'node:fs'
import type { OperationId } from '../../generated/operations.js'

/** JSON Schema of a tool's arguments. */
export interface InputSchema {
  type: 'object'
  properties: Record<string, object>
  required: string[]
  [keyword: string]: unknown
}

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  /** The operation behind it; undefined for what has no route of its own. */
  operationId: OperationId | undefined
}

type Node = Record<string, unknown>

const description = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as Node

/** The description with every `$ref` replaced by what it names; request schemas hold no circles. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved)
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...rest } = node as Node
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolved(value)]))
  if (typeof $ref !== 'string') return own
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Node)[part], description)
  return { ...(resolved(target) as Node), ...own }
}

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description?: string
  schema: object
}

interface OperationNode {
  operationId: OperationId
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: InputSchema } } }
}

const operations = new Map<OperationId, OperationNode>(
  Object.values(description.paths as Record<string, Node>)
    .flatMap((path) => Object.values(path))
    .filter((node): node is Node => typeof node === 'object' && node !== null && 'operationId' in node)
    .map((node) => resolved(node) as unknown as OperationNode)
    .map((operation) => [operation.operationId, operation]),
)

/**
 * A property for clients that know one type at a time: leaving it out says what null would. What the description
 * says elsewhere is told to assistants in the server's instructions.
 */
function propertyOf(schema: Node): Node {
  const { type, description, ...rest } = schema
  const types = [type].flat().filter((one) => one !== 'null')
  return { type: types.length === 1 ? types[0] : type, ...rest, description: alone(description) }
}

/** A text without references to other parts of the description. */
const alone = (text: unknown): string =>
  String(text ?? '').replaceAll(/ \(see "[^"]+" above\)| See "[^"]+" above\./g, '')

/** One object for path, query and body: no two of them share a name. The team header stays a header. */
function inputOf({ parameters = [], requestBody }: OperationNode): InputSchema {
  const given = parameters.filter((parameter) => parameter.in !== 'header')
  const body = requestBody?.content['application/json'].schema
  const properties: Array<[string, Node]> = [
    ...given.map(({ name, schema, description }): [string, Node] => [name, { ...schema, description }]),
    ...(Object.entries(body?.properties ?? {}) as Array<[string, Node]>),
  ]
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, propertyOf(schema)])),
    required: [
      ...given.filter(({ required }) => required).map(({ name }) => name),
      ...(body?.required ?? []),
    ],
  }
}

type Effect = 'reads' | 'adds' | 'changes'

function toolOf(name: string, operationId: OperationId, effect: Effect): Tool {
  const operation = operations.get(operationId)!
  return {
    name,
    title: operation.summary,
    description: `${operation.summary}.\n\n${alone(operation.description)}`,
    inputSchema: inputOf(operation),
    annotations: annotationsOf(effect),
    operationId,
  }
}

const annotationsOf = (effect: Effect): Tool['annotations'] => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes',
  idempotentHint: effect !== 'adds',
  openWorldHint: false,
})

/** What an assistant may do, under the names of the operator's page. */
export const TOOLS: readonly Tool[] = [
  toolOf('search_podcasts', 'searchPodcasts', 'reads'),
  toolOf('search_episodes', 'searchEpisodes', 'reads'),
  toolOf('get_episode', 'getEpisode', 'reads'),
  toolOf('get_transcript_excerpts', 'getTranscriptExcerpts', 'reads'),
  toolOf('read_transcript', 'readTranscript', 'reads'),
  toolOf('list_alerts', 'listAlerts', 'reads'),
  toolOf('create_alert', 'createAlert', 'adds'),
  toolOf('update_alert', 'updateAlert', 'changes'),
  toolOf('list_matches', 'listAlertMatches', 'reads'),
  {
    name: 'get_usage',
    title: 'Who the key acts for, and what is left of each limit',
    description: 'The identity of the key, the plan of its account, and what is left of each limit.',
    inputSchema: { type: 'object', properties: {}, required: [] },
    annotations: annotationsOf('reads'),
    operationId: undefined,
  },
]

/** Which arguments of an operation stand in its path or query; the rest is its body. */
export interface Places {
  path: ReadonlySet<string>
  query: ReadonlySet<string>
  hasBody: boolean
}

const places = new Map(
  [...operations].map(([id, { parameters = [], requestBody }]): [OperationId, Places] => {
    const named = (place: Parameter['in']) =>
      new Set(parameters.filter((parameter) => parameter.in === place).map(({ name }) => name))
    return [id, { path: named('path'), query: named('query'), hasBody: requestBody !== undefined }]
  }),
)

export const placesOf = (operationId: OperationId): Places => places.get(operationId)!
