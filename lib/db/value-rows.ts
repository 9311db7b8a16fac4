import type { Db, Param, Params } from './types.js'

/** Rows of values, for `WITH t (…) AS (${sql})`. */
interface ValueRows {
  sql: string
  params: Params
}

/** Passes rows as one JSON parameter, so that the statement is the same for any number of rows. */
export function valueRows(
  { engine }: Db,
  types: ReadonlyArray<'BIGINT' | 'TEXT'>,
  rows: ReadonlyArray<readonly Param[]>,
): ValueRows {
  const each =
    engine === 'sqlite' ? 'json_each(:rows)' : 'json_array_elements((:rows)::json) AS given (value)'
  const cells = types.map((type, column) => `CAST(value ->> ${column} AS ${type})`)
  return { sql: `SELECT ${cells.join(', ')} FROM ${each}`, params: { rows: JSON.stringify(rows) } }
}

/** A subquery of the numbers in a JSON list, which is the parameter of that name: for `id IN (…)` of any length. */
export function among({ engine }: Db, name: string): string {
  return engine === 'sqlite'
    ? `SELECT value FROM json_each(:${name})`
    : `SELECT CAST(json_array_elements_text((:${name})::json) AS BIGINT)`
}
