import { createRequire } from 'node:module'

type Pg = typeof import('pg')

let loaded: Pg | undefined

/** The PostgreSQL client, read when it is first needed: whoever runs on SQLite starts without it. */
export function pg(): Pg {
  loaded ??= createRequire(import.meta.url)('pg') as Pg
  return loaded
}
