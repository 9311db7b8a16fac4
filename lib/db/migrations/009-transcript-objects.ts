import type { Dialect } from './dialect.js'

/** Transcripts in a bucket. */
export const transcriptObjects = ({ integer, strict }: Dialect) => [
  // The object with the sentences, or '' if they are in text and timing, which are empty otherwise.
  `ALTER TABLE transcripts ADD COLUMN object_key TEXT NOT NULL DEFAULT ''`,
  `CREATE INDEX transcripts_by_object ON transcripts (object_key) WHERE object_key <> ''`,
  // Objects that no transcript names, not yet or no longer.
  `CREATE TABLE loose_objects (
     object_key TEXT PRIMARY KEY,
     loose_since ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX loose_objects_by_time ON loose_objects (loose_since)',
]
