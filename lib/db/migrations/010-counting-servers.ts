import type { Dialect } from './dialect.js'

/** The servers that count requests in this file. PostgreSQL does not need this: there every count is a statement. */
export const countingServers = ({ engine }: Dialect) => (engine === 'sqlite' ? [TABLE] : [])

const TABLE = `CREATE TABLE counting_servers (
     id TEXT PRIMARY KEY,
     seen_at INTEGER NOT NULL
   ) STRICT`
