import { createRequire } from 'node:module'

type Pg = typeof import('pg')

let loaded: Pg | undefined

/** The PostgreSQL client, loaded on first use: with SQLite the program starts without it. */
export function pg(): Pg {
  loaded ??= createRequire(import.meta.url)('pg') as Pg
  return loaded
}
