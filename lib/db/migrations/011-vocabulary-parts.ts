/**
 * A transcript's vocabulary again, in parts: ranking by the whole one spent its time on words outside the query.
 * Older rows have no parts and are ranked by the whole.
 */
export const vocabularyPartsOnPostgres = [
  `ALTER TABLE transcript_index ${Array.from({ length: 8 }, (_, part) => `ADD COLUMN words${part} TSVECTOR`).join(', ')}`,
]
