import type { Dialect } from './dialect.js'

/**
 * A transcript's vocabulary again, in parts: ranking by the whole one spent its time on words outside the query.
 * Older rows have no parts and are ranked by the whole.
 */
export const vocabularyParts = ({ engine }: Dialect) =>
  engine === 'postgres' ? [`ALTER TABLE transcript_index ${PARTS.join(', ')}`] : []

const PARTS = Array.from({ length: 8 }, (_, part) => `ADD COLUMN words${part} TSVECTOR`)
