/** What the web console needs: sign-in links, and indexes for lists that nobody asked for before. */
export const webConsole: string[] = [
  // sealed: an API key, encrypted under a code that stands only in the link. code_hash finds the row.
  `CREATE TABLE sign_in_links (
     code_hash TEXT PRIMARY KEY,
     sealed TEXT NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT`,
  'CREATE INDEX matches_by_team ON matches (team_id, id)',
  "CREATE INDEX deliveries_by_failure ON deliveries (webhook_id, id) WHERE status = 'failed'",
]
