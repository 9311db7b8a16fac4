import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The parts of JSON Schema that the generators use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
}

interface Reference {
  $ref: string
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  security?: object[]
  parameters?: Array<Parameter | Reference>
  requestBody?: Reference | { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

export interface Description {
  paths: Record<string, Record<string, unknown>>
  [part: string]: unknown
}

const bundler = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** Bundles a description below `spec/` and the files it refers to into one document, with Redocly. */
export async function bundleDescription(root: string, name: string): Promise<Description> {
  const folder = await mkdtemp(join(tmpdir(), 'overheard-generate-'))
  const output = join(folder, 'openapi.json')
  const source = join(root, 'spec', name)
  const config = join(root, 'spec', 'redocly.yaml')
  try {
    await promisify(execFile)(
      process.execPath,
      [bundler, 'bundle', source, '--config', config, '--ext', 'json', '--output', output],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    )
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves a `$ref` of the document; returns anything else unchanged. */
export function resolve<T extends object>(description: Description, thing: T | Reference): T {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as T
  const found = thing.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description)
  if (!found) throw new Error(`${thing.$ref} is not in the description`)
  return resolve(description, found as T)
}

// Annotations do not validate anything: without them the validators are smaller.
const ANNOTATIONS = new Set(['title', 'description', 'example', 'examples', 'deprecated', 'externalDocs'])

/** The schema with every `$ref` resolved and without annotations. Requests have no recursive schemas. */
export function inline(description: Description, schema: Schema): Schema {
  const whole = resolve<Schema>(description, schema)
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, inlineKeyword(description, keyword, value)]),
  )
}

function inlineKeyword(description: Description, keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(properties.map(([name, schema]) => [name, inline(description, schema)]))
  }
  if (keyword === 'items' || keyword === 'not') return inline(description, value as Schema)
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
    return (value as Schema[]).map((schema) => inline(description, schema))
  }
  return value
}
