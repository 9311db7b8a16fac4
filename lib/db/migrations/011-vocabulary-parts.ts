/**
 * The vocabulary of a transcript a second time, in parts: a ranking that read it whole spent its time on words that
 * nobody had asked for. Rows of before have none, and are ranked by the whole as they were.
 */
export const vocabularyPartsOnPostgres = [
  `ALTER TABLE transcript_index ${Array.from({ length: 8 }, (_, part) => `ADD COLUMN words${part} TSVECTOR`).join(', ')}`,
]
