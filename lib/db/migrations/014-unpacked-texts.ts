import type { Dialect } from './dialect.js'

/** Texts of recent episodes are stored unpacked and packed later: lib/transcripts/transcript-store.ts. */
export const unpackedTexts = ({ engine }: Dialect) => [
  'CREATE INDEX transcripts_unpacked ON transcripts (episode_id) WHERE encoding = 0',
  // PostgreSQL would compress the texts, and every search would decompress them.
  ...(engine === 'postgres' ? ['ALTER TABLE transcripts ALTER COLUMN text SET STORAGE EXTERNAL'] : []),
]
