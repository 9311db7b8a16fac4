import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { foldName, tokensOf } from './fold.js'
import type { EpisodeTexts, IndexWriter, TranscriptText } from './index-writer.js'
import { ensureMonth, partitionsWithin } from './month-partitions.js'
import { firstKeyOf, type KeyRange } from './search-key.js'
import {
  positionVectors,
  VOCABULARY_PARTS,
  vocabularyInParts,
  vocabularyVector,
  type WeighedText,
} from './word-vectors.js'

/** The usual length of a text in words. Longer texts rank lower. */
const USUAL = { transcript: 6000, episode: 80, podcast: 60 }
/** A word in a title counts more than one in a description. */
const TITLE_WEIGHT = 5

const TRANSCRIPT_VECTORS = ['words', ...Array.from({ length: VOCABULARY_PARTS }, (_, part) => `words${part}`)]
const PUT_TRANSCRIPT = `
  INSERT INTO transcript_index (key, podcast_id, ${TRANSCRIPT_VECTORS.join(', ')})
  VALUES (:key, :podcastId, ${TRANSCRIPT_VECTORS.map((name) => `(:${name})::tsvector`).join(', ')})
  ON CONFLICT (key) DO UPDATE
     SET podcast_id = excluded.podcast_id, ${TRANSCRIPT_VECTORS.map((name) => `${name} = excluded.${name}`).join(', ')}`

const MONTH_MS = 30 * DAY_MS
const EVERYTHING: KeyRange = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
/** Of a table, or of a shard, whose name Citus fills in. */
const CLEAN = `
  SELECT sum(gin_clean_pending_list(indexrelid))
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
   WHERE amname = 'gin' AND indrelid = '%s'::regclass`

export class PostgresWriter implements IndexWriter {
  async putEpisode(db: Db, { searchKey, podcastId, title, description }: EpisodeTexts): Promise<void> {
    const texts = [
      { words: tokensOf(title), weight: TITLE_WEIGHT },
      { words: tokensOf(description), weight: 1 },
    ]
    await ensureMonth(db, searchKey)
    await db.run(
      `INSERT INTO episode_index (key, podcast_id, words) VALUES (:key, :podcastId, (:words)::tsvector)
       ON CONFLICT (key) DO UPDATE SET podcast_id = excluded.podcast_id, words = excluded.words`,
      { key: searchKey, podcastId, words: vocabularyVector(texts, USUAL.episode) },
    )
    await putPositions(db, 'episode_parts', searchKey, texts)
  }

  async dropEpisode(db: Db, searchKey: number): Promise<void> {
    await drop(db, ['episode_index', 'episode_parts'], searchKey)
  }

  async putTranscript(db: Db, { searchKey, podcastId, text }: TranscriptText): Promise<void> {
    const texts = [{ words: tokensOf(text), weight: 1 }]
    await ensureMonth(db, searchKey)
    const { whole, parts } = vocabularyInParts(texts, USUAL.transcript)
    await db.run(PUT_TRANSCRIPT, {
      key: searchKey,
      podcastId,
      words: whole,
      ...Object.fromEntries(parts.map((words, part) => [`words${part}`, words])),
    })
    await putPositions(db, 'transcript_parts', searchKey, texts)
  }

  async dropTranscript(db: Db, searchKey: number): Promise<void> {
    await drop(db, ['transcript_index', 'transcript_parts'], searchKey)
  }

  async putPodcast(db: Db, { id, name, description }: { id: number; name: string; description: string }) {
    const texts = [{ words: tokensOf(description), weight: 1 }]
    await db.run(
      `INSERT INTO podcast_index (key, words) VALUES (:id, (:words)::tsvector)
       ON CONFLICT (key) DO UPDATE SET words = excluded.words`,
      { id, words: vocabularyVector(texts, USUAL.podcast) },
    )
    await putPositions(db, 'podcast_parts', id, texts)
    await db.run(
      `INSERT INTO podcast_names (key, name) VALUES (:id, :name)
       ON CONFLICT (key) DO UPDATE SET name = excluded.name`,
      { id, name: foldName(name) },
    )
  }

  /**
   * Recent months have partitions of their own. Makes the next one in time: on Citus that needs every node, and
   * feeds must be followed at the turn of a month even while one is away.
   */
  async pruneRecent(db: Db, now: number): Promise<number> {
    await ensureMonth(db, firstKeyOf(now + MONTH_MS))
    return 0
  }

  async merge(db: Db): Promise<boolean> {
    await this.settle(db)
    return false
  }

  /**
   * A GIN index keeps new rows in a list that every search reads to its end until autovacuum merges it. One
   * month's rows, or its rows on one node, are too few to start autovacuum.
   */
  async settle(db: Db): Promise<void> {
    for (const table of ['transcript_index', 'episode_index']) {
      const { names, areSpread } = await partitionsWithin(db, table, [EVERYTHING])
      for (const name of names) {
        if (areSpread)
          await db.get('SELECT run_command_on_shards((:name)::regclass, :clean)', { name, clean: CLEAN })
        else await db.get(CLEAN.replace('%s', name))
      }
    }
    await db.get(CLEAN.replace('%s', 'podcast_index'))
  }
}

async function putPositions(
  db: Db,
  table: string,
  key: number,
  texts: readonly WeighedText[],
): Promise<void> {
  await drop(db, [table], key)
  for (const [part, tokens] of positionVectors(texts.map(({ words }) => words)).entries()) {
    await db.run(`INSERT INTO ${table} (key, part, tokens) VALUES (:key, :part, (:tokens)::tsvector)`, {
      key,
      part,
      tokens,
    })
  }
}

async function drop(db: Db, tables: readonly string[], key: number): Promise<void> {
  for (const table of tables) await db.run(`DELETE FROM ${table} WHERE key = :key`, { key })
}
