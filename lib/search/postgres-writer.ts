import { DAY_MS } from '../clock.js'
import { lockSelected } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { among } from '../db/values.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { transactionWithTexts } from '../transcripts/transcript-texts.js'
import { foldName, foldText, tokensOf, wordsOf } from './fold.js'
import type { EpisodeTexts, IndexWriter, TranscriptText } from './index-writer.js'
import { ensureMonth, partitionsWithin } from './month-partitions.js'
import { firstKeyOf, type KeyRange } from './search-key.js'
import { COUNT_COLUMNS, packWordCounts } from './word-counts.js'
import { labelledVector, positionVectors, vocabularyVector } from './word-vectors.js'

/** The usual length of a text in words. Longer texts rank lower. */
const USUAL = { episode: 80, podcast: 60 }
/** A word in a title counts more than one in a description. */
const TITLE_WEIGHT = 5

const TRANSCRIPT_COLUMNS = ['podcast_id', 'words', 'word_count', ...COUNT_COLUMNS]
const PUT_TRANSCRIPT = `
  INSERT INTO transcript_index (key, ${TRANSCRIPT_COLUMNS.join(', ')})
  VALUES (:key, :podcast_id, (:words)::tsvector, :word_count, ${COUNT_COLUMNS.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (key) DO UPDATE SET ${TRANSCRIPT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`

const MONTH_MS = 30 * DAY_MS
const EVERYTHING: KeyRange = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
/** Empties the pending lists of the GIN indexes of a table, or of a shard: Citus fills in its name. */
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
      { key: searchKey, podcastId, words: labelledVector(texts, USUAL.episode) },
    )
    await putPositions(
      db,
      'episode_parts',
      searchKey,
      texts.map(({ words }) => words),
    )
  }

  async dropEpisode(db: Db, searchKey: number): Promise<void> {
    await drop(db, ['episode_index', 'episode_parts'], searchKey)
  }

  async putTranscript(db: Db, { searchKey, podcastId, text }: TranscriptText): Promise<void> {
    const folded = foldText(text)
    const words = wordsOf(folded)
    await ensureMonth(db, searchKey)
    const { columns, length } = packWordCounts(folded)
    await db.run(PUT_TRANSCRIPT, {
      ...columns,
      key: searchKey,
      podcast_id: podcastId,
      words: vocabularyVector(words),
      word_count: length,
    })
    await putPositions(db, 'transcript_parts', searchKey, [words])
  }

  async dropTranscript(db: Db, searchKey: number): Promise<void> {
    await drop(db, ['transcript_index', 'transcript_parts'], searchKey)
  }

  async putPodcast(db: Db, { id, name, description }: { id: number; name: string; description: string }) {
    const words = tokensOf(description)
    await db.run(
      `INSERT INTO podcast_index (key, words) VALUES (:id, (:words)::tsvector)
       ON CONFLICT (key) DO UPDATE SET words = excluded.words`,
      { id, words: labelledVector([{ words, weight: 1 }], USUAL.podcast) },
    )
    await putPositions(db, 'podcast_parts', id, [words])
    await db.run(
      `INSERT INTO podcast_names (key, name) VALUES (:id, :name)
       ON CONFLICT (key) DO UPDATE SET name = excluded.name`,
      { id, name: foldName(name) },
    )
  }

  /**
   * Makes next month's partitions in time: on Citus that needs every node, and feeds must be followed at the turn of a
   * month even while one is away.
   */
  async tidy(db: Db, now: number): Promise<number> {
    await db.transaction((db) => ensureMonth(db, firstKeyOf(now + MONTH_MS)))
    await this.flushPending(db)
    return 0
  }

  /** Counts the words of transcripts. */
  completeTranscripts(db: Db, documents: DocumentStorage, limit: number): Promise<number> {
    return transactionWithTexts(db, documents, async (db, texts) => {
      const keys = (
        await db.all<{ key: number }>(
          'SELECT key FROM transcript_index WHERE word_count IS NULL LIMIT :limit',
          { limit },
        )
      ).map(({ key }) => key)
      const rows = await db.all<{ id: number; podcastId: number; searchKey: number }>(
        `SELECT id, podcast_id AS "podcastId", search_key AS "searchKey" FROM episodes
          WHERE search_key IN (${among(db, 'keys')}) ORDER BY id ${lockSelected(db)}`,
        { keys },
      )
      for (const { id, ...row } of rows) {
        await this.putTranscript(db, { ...row, text: (await texts.find(id)) ?? '' })
      }
      return rows.length
    })
  }

  /**
   * A GIN index keeps new rows in a list that every search reads to its end until autovacuum merges it. One
   * month's rows, or its rows on one node, are too few to start autovacuum.
   */
  async flushPending(db: Db): Promise<void> {
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
  texts: ReadonlyArray<readonly string[]>,
): Promise<void> {
  await drop(db, [table], key)
  for (const [part, tokens] of positionVectors(texts).entries()) {
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
