/** Who counts requests in this file. On PostgreSQL every count is a statement of its own, and nobody need know. */
export const countingServers = [
  `CREATE TABLE counting_servers (
     id TEXT PRIMARY KEY,
     seen_at INTEGER NOT NULL
   ) STRICT`,
]
