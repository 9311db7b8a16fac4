import type { Dialect } from './dialect.js'

/** Every attempt of a delivery: its start, duration and result. */
export const attempts = ({ identity, integer, strict }: Dialect) => [
  // status_code: null without an answer. error: empty for a successful attempt.
  `CREATE TABLE attempts (
     id ${identity},
     delivery_id ${integer} NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
     at ${integer} NOT NULL,
     duration_ms ${integer} NOT NULL,
     status_code ${integer},
     error TEXT NOT NULL
   ) ${strict}`,
  'CREATE INDEX attempts_by_delivery ON attempts (delivery_id, id)',
]
