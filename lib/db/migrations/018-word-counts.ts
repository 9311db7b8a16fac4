import type { Dialect } from './dialect.js'

/**
 * How often each transcript says its words, for ranking as on SQLite: lib/search/word-counts.ts. Replaces the vocabulary in
 * parts. The nightly job counts the transcripts that are there already; until then the labels of `words` rank them.
 */
export const wordCounts = ({ engine }: Dialect) =>
  engine === 'postgres' ? [`ALTER TABLE transcript_index ADD COLUMN word_count INT, ${PARTS.join(', ')}`] : []

const PARTS = Array.from(
  { length: 8 },
  (_, part) => `ADD COLUMN counts${part} BYTEA, DROP COLUMN words${part}`,
)
