import type { Db, Params } from './types.js'

/** Parameters as both engines store them: flags as 0 or 1, lists as JSON. */
export function storedParams(params: Params): Params {
  const stored = { ...params }
  for (const name in params) {
    const value = params[name]
    if (typeof value === 'boolean') stored[name] = Number(value)
    else if (Array.isArray(value)) stored[name] = JSON.stringify(value)
  }
  return stored
}

/** A row of `T` as a query returns it: flags as 0 or 1, lists and documents as JSON. */
export type Stored<T> = {
  [Name in keyof T]: T[Name] extends boolean ? number : T[Name] extends Scalar ? T[Name] : string
}

type Scalar = string | number | null | Uint8Array

/** Rows of values, for `WITH t (…) AS (${sql})`. */
interface ValueRows {
  sql: string
  params: Params
}

/** Passes rows as one JSON parameter, so that the statement is the same for any number of rows. */
export function valueRows(
  { engine }: Db,
  types: ReadonlyArray<'BIGINT' | 'TEXT'>,
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): ValueRows {
  const each =
    engine === 'sqlite' ? 'json_each(:rows)' : 'json_array_elements((:rows)::json) AS given (value)'
  const cells = types.map((type, column) => `CAST(value ->> ${column} AS ${type})`)
  return { sql: `SELECT ${cells.join(', ')} FROM ${each}`, params: { rows } }
}

/** A subquery of the values in a parameter that is a list: for `id IN (…)` of any length. */
export function among({ engine }: Db, name: string, type: 'BIGINT' | 'TEXT' = 'BIGINT'): string {
  return engine === 'sqlite'
    ? `SELECT value FROM json_each(:${name})`
    : `SELECT CAST(json_array_elements_text((:${name})::json) AS ${type})`
}
