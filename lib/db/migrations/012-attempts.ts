/** Every attempt of a delivery: when it began, how long it took, and what came of it. */
export const attempts: string[] = [
  // status_code is null when no answer came; error is empty for an attempt that succeeded.
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
