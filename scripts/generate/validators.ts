import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { build } from 'esbuild'
import { type Parameter, type Schema, withoutAnnotations } from './description.js'
import type { Operation } from './operations.js'

// The uuid format of ajv-formats also accepts the prefix `urn:uuid:`.
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const VALIDATOR_TYPES = `// Written by scripts/generate.ts from spec/. Do not edit.

/** One rule of a schema that a value breaks, as Ajv reports it. */
export interface Fault {
  keyword: string
  /** A JSON pointer into the value. */
  instancePath: string
  params: Record<string, unknown>
  message?: string
  /** The schema that the rule is in. */
  parentSchema?: { properties?: Record<string, { enum?: string[] }> }
  /** The faulty value. */
  data?: unknown
}

/** Says whether a value is valid, fills defaults in, and leaves what is wrong in \`errors\`. */
export interface Validate {
  (value: unknown): boolean
  errors?: Fault[] | null
}

export interface RequestValidators {
  query: Validate | null
  params: Validate | null
  body: Validate | null
}

/** By operation id. */
export const validators: Record<string, RequestValidators>
`

export function objectSchema(parameters: Parameter[]) {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
    required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  }
}

// Nulls of a PATCH are handled before validation, and a body is always an object.
function schemasOf(operation: Operation): Record<string, Schema | null> {
  const schemaOf = (place: Parameter['in']) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place)
    return parameters.length === 0 ? null : objectSchema(parameters)
  }
  const body = operation.body && withoutAnnotations(operation.body.schema)
  return { query: schemaOf('query'), params: schemaOf('path'), body }
}

/**
 * The module `generated/validators.js`: one function per operation and part of the request, compiled ahead of
 * time.
 */
export async function validatorModule(root: string, operations: Operation[]): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    code: { source: true, esm: true, lines: true },
  })
  addFormats.default(ajv)
  ajv.addFormat('uuid', UUID)

  const exported: Record<string, string> = {}
  const table = operations.map((operation) => {
    const parts = Object.entries(schemasOf(operation)).map(([part, schema]) => {
      if (!schema) return `${part}: null`
      const name = `${operation.id}_${part}`
      ajv.addSchema(schema, name)
      exported[name] = name
      return `${part}: ${name}`
    })
    return `  ${operation.id}: { ${parts.join(', ')} },`
  })
  const code = standalone.default(ajv, exported)
  return bundle(root, `${code}\nexport const validators = {\n${table.join('\n')}\n}\n`)
}

/** Ajv's ES modules still `require` its helpers; esbuild bundles them. */
async function bundle(root: string, code: string): Promise<string> {
  const result = await build({
    stdin: {
      contents: code.replaceAll(/^export const (\w+_(query|params|body)) = /gm, 'const $1 = '),
      resolveDir: root,
    },
    // The output contains file names, which must not depend on where the project is.
    absWorkingDir: root,
    preserveSymlinks: true,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: '// Written by scripts/generate.ts from spec/. Do not edit.' },
  })
  return result.outputFiles[0]!.text
}
