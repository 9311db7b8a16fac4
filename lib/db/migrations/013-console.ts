import type { Dialect } from './dialect.js'

/** Sign-in links of the web console, and indexes for its lists. */
export const webConsole = ({ integer, strict }: Dialect) => [
  // sealed: an API key, encrypted with a code that is only in the link. code_hash finds the row.
  `CREATE TABLE sign_in_links (
     code_hash TEXT PRIMARY KEY,
     sealed TEXT NOT NULL,
     expires_at ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX matches_by_team ON matches (team_id, id)',
  "CREATE INDEX deliveries_by_failure ON deliveries (webhook_id, id) WHERE status = 'failed'",
]
