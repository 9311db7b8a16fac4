// Writes generated/ from spec/. With --check it writes nothing, and fails if generated/ is out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dereference } from '@apidevtools/json-schema-ref-parser'
import openapiTypes, { astToString } from 'openapi-typescript'
import { stringify } from 'yaml'
import { bundleDescription, type Schema, withoutAnnotations } from './generate/description.js'
import { operationTable } from './generate/operation-table.js'
import { listOperations, type Operation } from './generate/operations.js'
import { objectSchema, VALIDATOR_TYPES, validatorModule } from './generate/validators.js'

// dist/scripts/generate.js → the project's folder.
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The published description, and that of the routes that only the console uses. */
const SOURCES = [
  { folder: '', source: 'openapi.yaml' },
  { folder: 'console/', source: 'console/openapi.yaml' },
]

/** YAML for the server to serve; it adds its own address. Has the same meaning in YAML 1.1 and 1.2. */
function asYaml(description: object): string {
  const { servers: _, ...rest } = JSON.parse(JSON.stringify(description))
  return stringify(rest, { version: '1.1', lineWidth: 0 })
}

const described = (schema: Schema, description: unknown) => ({ ...withoutAnnotations(schema), description })

/** By operation id: all parameters and body fields in one object, with their descriptions, and the result. For the tools of `/mcp`. */
function schemaTable(operations: Operation[]): string {
  const rows = operations.map(({ id, parameters, body, result }) => {
    const fields = Object.entries(body?.schema.properties ?? {})
    const input = {
      properties: Object.fromEntries([
        ...parameters.map(({ name, schema, description }) => [name, described(schema, description)]),
        ...fields.map(([name, field]) => [name, described(field, field.description)]),
      ]),
      required: [...objectSchema(parameters).required, ...(body?.schema.required ?? [])],
    }
    return `"${id}": ${JSON.stringify({ input, result })}`
  })
  return `{\n${rows.join(',\n')}\n}\n`
}

async function generate({ folder, source }: (typeof SOURCES)[number]): Promise<Record<string, string>> {
  const description = await bundleDescription(root, source)
  const operations = listOperations(await dereference(structuredClone(description)))
  const types = await openapiTypes(JSON.stringify(description))
  const files = {
    'openapi.json': `${JSON.stringify(description, null, 2)}\n`,
    ...(folder === '' && { 'openapi.yaml': asYaml(description), 'schemas.json': schemaTable(operations) }),
    'types.ts': `// Written by scripts/generate.ts from spec/. Do not edit.\n\n${astToString(types)}`,
    'operations.ts': operationTable(operations),
    'validators.js': await validatorModule(root, operations),
    'validators.d.ts': VALIDATOR_TYPES,
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}${name}`, text]))
}

async function differing(files: Record<string, string>): Promise<string[]> {
  const same = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const held = await readFile(join(root, 'generated', name), 'utf8').catch(() => '')
      return held === text ? [] : [name]
    }),
  )
  return same.flat()
}

const files: Record<string, string> = Object.assign({}, ...(await Promise.all(SOURCES.map(generate))))
const changed = await differing(files)
if (process.argv.includes('--check')) {
  for (const name of changed)
    console.error(`generated/${name} does not agree with spec/: run npm run generate`)
  process.exitCode = changed.length > 0 ? 1 : 0
} else {
  await mkdir(join(root, 'generated', 'console'), { recursive: true })
  for (const name of changed) await writeFile(join(root, 'generated', name), files[name]!)
  console.log(changed.length > 0 ? `written: ${changed.join(', ')}` : 'nothing to change')
}
