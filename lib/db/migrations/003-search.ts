import type { Dialect } from './dialect.js'

/**
 * Full-text indexes. The texts are folded before they come in (lib/search/fold.ts), which leaves words of ASCII
 * letters and of anything beyond ASCII: what the `ascii` tokenizer sees. Column `scope` holds marks of ours
 * (lib/search/fts5.ts).
 */
const episodeTable = (name: string, columns: string) =>
  `CREATE VIRTUAL TABLE ${name} USING fts5(
     ${columns}, scope, content = '', contentless_delete = 1, tokenize = 'ascii')`

/** The order of a best-match search while a client reads its pages. Keys are 64-bit floats. */
const walks = ({ integer, blob, strict }: Dialect) => [
  `CREATE TABLE search_walks (
     id TEXT PRIMARY KEY,
     created_at ${integer} NOT NULL,
     keys ${blob} NOT NULL
   ) ${strict}`,
  'CREATE INDEX search_walks_by_created_at ON search_walks (created_at)',
]

const fts5Tables = [
  // Rows are episodes.search_key.
  episodeTable('transcript_index', 'body'),
  // The last two months again: bm25 counts each word over its whole table, and most searches are for recent
  // days.
  episodeTable('transcript_index_recent', 'body'),
  episodeTable('episode_index', 'title, description'),
  // Settings of the nightly merges. A search over a few segments takes half the time of one over twenty.
  ...['transcript_index', 'transcript_index_recent'].map(
    (table) => `INSERT INTO ${table} (${table}, rank) VALUES ('usermerge', 2)`,
  ),
  // Rows are podcasts.id.
  `CREATE VIRTUAL TABLE podcast_index USING fts5(
     description, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  `CREATE VIRTUAL TABLE podcast_names USING fts5(name, tokenize = 'trigram case_sensitive 1')`,
]

/** Vocabularies and word positions: lib/search/word-vectors.ts. */
const wordTables = (index: string, places: string, partition = '') => [
  `CREATE TABLE ${index} (
     key BIGINT PRIMARY KEY,
     podcast_id BIGINT,
     words TSVECTOR NOT NULL
   ) ${partition}`,
  `CREATE INDEX ${index}_by_word ON ${index} USING gin (words) WITH (gin_pending_list_limit = 1024)`,
  `CREATE INDEX ${index}_by_podcast ON ${index} (podcast_id, key)`,
  `CREATE TABLE ${places} (
     key BIGINT NOT NULL,
     part BIGINT NOT NULL,
     tokens TSVECTOR NOT NULL,
     PRIMARY KEY (key, part)
   ) ${partition}`,
]

const wordIndexes = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  // Keys are episodes.search_key. lib/search/month-partitions.ts creates the partitions.
  ...wordTables('transcript_index', 'transcript_parts', 'PARTITION BY RANGE (key)'),
  ...wordTables('episode_index', 'episode_parts', 'PARTITION BY RANGE (key)'),
  // Keys are podcasts.id.
  ...wordTables('podcast_index', 'podcast_parts'),
  'CREATE TABLE podcast_names (key BIGINT PRIMARY KEY, name TEXT NOT NULL)',
  'CREATE INDEX podcast_names_inside ON podcast_names USING gin (name gin_trgm_ops)',
]

export const search = (dialect: Dialect) => [
  ...(dialect.engine === 'sqlite' ? fts5Tables : wordIndexes),
  ...walks(dialect),
]
