// Written by scripts/generate.ts from spec/. Do not edit.

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

/** Says whether a value is valid, fills defaults in, and leaves what is wrong in `errors`. */
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
