import type { Db, Param, Params } from './types.js'

/** Rows of values, for `WITH t (…) AS (${sql})`. */
export interface ValueRows {
  sql: string
  params: Params
}

/** One parameter whatever the number of rows, so that there is one statement to prepare. */
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
