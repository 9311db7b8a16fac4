/** Texts of recent episodes are stored unpacked (lib/transcripts/unpacked-texts.ts); these are to be packed one day. */
export const unpackedTexts = [
  'CREATE INDEX transcripts_unpacked ON transcripts (episode_id) WHERE encoding = 0',
]

/** PostgreSQL would pack them on its own, and every search unpack them again. */
export const unpackedTextsOnPostgres = [
  ...unpackedTexts,
  'ALTER TABLE transcripts ALTER COLUMN text SET STORAGE EXTERNAL',
]
