import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The parts of JSON Schema that the generators use. */
export interface Schema {
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
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

/** An operation of a description without `$ref`. */
export interface DescribedOperation {
  operationId: string
  tags: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
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

// Annotations do not validate anything: without them the validators are smaller. Their texts mention headers and status
// codes, which tools do not have.
const ANNOTATIONS = new Set(['title', 'description', 'example', 'examples', 'deprecated', 'externalDocs'])

/** A schema without annotations. No schema may refer to itself. */
export function withoutAnnotations(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, plainValue(keyword, value)]),
  )
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(properties.map(([name, schema]) => [name, withoutAnnotations(schema)]))
  }
  if (keyword === 'items' || keyword === 'not') return withoutAnnotations(value as Schema)
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
    return (value as Schema[]).map(withoutAnnotations)
  }
  return value
}
