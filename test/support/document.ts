import { readFileSync } from 'node:fs'

export type Node = Record<string, unknown>

/** The bundled description, as published. */
export const description: Node & { paths: Record<string, Node> } = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export interface DocumentedOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: Node[]
  requestBody?: Node
  responses: Record<string, Node>
}

export const operations = Object.values(description.paths).flatMap((path) =>
  METHODS.flatMap((method) => (path[method] ? [path[method] as DocumentedOperation] : [])),
)

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** What stands behind the `$ref` of a node; words beside the `$ref` win over the ones behind it. */
export function resolved<T = Node>(node: unknown): T {
  if (!isNode(node) || typeof node.$ref !== 'string') return node as T
  const { $ref, ...beside } = node
  const keys = ($ref as string).slice('#/'.length).split('/')
  const target = keys.reduce<unknown>((at, key) => (at as Node)[key], description)
  return { ...resolved(target), ...beside } as T
}

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Examples look like schemas now and then, and conditions repeat what is described elsewhere. */
const NOT_DESCRIBED = new Set(['example', 'examples', 'if', 'then', 'default', 'enum'])

/** Every node of the document with its JSON pointer, save for those inside examples and conditions. */
export function* nodesOf(node: unknown = description, pointer = '#'): Generator<[string, Node]> {
  if (!isNode(node)) return
  yield [pointer, node]
  for (const [key, child] of Object.entries(node)) {
    // Below `properties` every key is the name of a property.
    if (NOT_DESCRIBED.has(key) && !pointer.endsWith('/properties')) continue
    yield* nodesOf(child, `${pointer}/${escapeKey(key)}`)
  }
}
