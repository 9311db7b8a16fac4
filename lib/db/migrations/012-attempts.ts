/** Every attempt of a delivery: its start, duration and result. */
export const attempts: string[] = [
  // status_code: null without an answer. error: empty for a successful attempt.
  `CREATE TABLE attempts (
     id INTEGER PRIMARY KEY,
     delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     duration_ms INTEGER NOT NULL,
     status_code INTEGER,
     error TEXT NOT NULL
   ) STRICT`,
  'CREATE INDEX attempts_by_delivery ON attempts (delivery_id, id)',
]
