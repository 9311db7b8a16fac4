import type { Param, Params } from '../db/types.js'

/** Rows of values as both engines take them in `WITH t (…) AS (VALUES …)`. */
export interface ValueRows {
  sql: string
  params: Params
}

/** `types` are those of the columns: PostgreSQL cannot tell them from parameters. There must be a row. */
export function valueRows(
  types: ReadonlyArray<'BIGINT' | 'TEXT'>,
  rows: ReadonlyArray<readonly Param[]>,
): ValueRows {
  const params: Params = {}
  const lines = rows.map((row, line) => {
    const cells = row.map((value, column) => {
      const name = `value${line}_${column}`
      params[name] = value
      return `CAST(:${name} AS ${types[column]})`
    })
    return `(${cells.join(', ')})`
  })
  return { sql: lines.join(', '), params }
}
