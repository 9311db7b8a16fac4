import { expect } from 'chai'
import { DAY_MS, HOUR_MS } from '../../../lib/clock.js'
import type { Database } from '../../../lib/db/types.js'
import { allocateSearchKey, type SavedEpisode, saveEpisode } from '../../../lib/episodes/episode-store.js'
import { systemIds } from '../../../lib/ids.js'
import { isUndated, keyRanges } from '../../../lib/search/search-key.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { transactionWithTexts } from '../../../lib/transcripts/transcript-texts.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase, useDatabases } from '../../support/database.js'
import { describeOnPostgres } from '../../support/engine.js'
import { saveTranscript } from '../../support/transcripts.js'
import { until } from '../../support/until.js'

const DAY = Date.parse('2026-11-20T00:00:00Z')
const PLACES = 1024

describe('search keys', () => {
  const database = useDatabase()
  const holder = () => ({ db: database(), now: DAY + HOUR_MS })

  /** Takes every place of a second. */
  async function fill(second: number): Promise<void> {
    const podcast = await aPodcast({}, holder())
    await database().run(
      `WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < :last)
       INSERT INTO episodes (uuid, podcast_id, guid, title, held_at, search_key)
       SELECT 'uuid ' || (CAST(:first AS BIGINT) + place), :podcastId, 'guid ' || place, 'Filler', :now,
              CAST(:first AS BIGINT) + place FROM places`,
      { last: PLACES - 1, first: (second / 1000) * PLACES, podcastId: podcast.id, now: DAY },
    )
  }

  const allocate = (publishedAt: number | null) =>
    allocateSearchKey(database(), { publishedAt, heldAt: DAY + HOUR_MS })

  it('search keys order episodes by time, to the millisecond', async () => {
    const instants = [DAY + 1, DAY + 999, DAY + 1000, DAY - 1, -DAY_MS]

    const keys = await Promise.all(instants.map(allocate))

    const byKey = instants
      .map((instant, index) => ({ instant, key: keys[index]! }))
      .sort((a, b) => a.key - b.key)
    expect(byKey.map(({ instant }) => instant)).to.deep.equal([...instants].sort((a, b) => a - b))
  })

  it('episodes of the same instant get different search keys', async () => {
    const first = await anEpisode({ publishedAt: DAY + 5 }, holder())
    const second = await anEpisode({ publishedAt: DAY + 5 }, holder())

    expect(second.searchKey).to.equal(first.searchKey + 1)
  })

  it('a search key is taken from a later second if its second is full', async () => {
    const second = DAY + 2 * HOUR_MS
    await fill(second)

    const key = await allocate(second)

    expect(key).to.equal((second / 1000 + 1) * PLACES)
  })

  it('an episode keeps its search key until its date changes, also if its second was full', async () => {
    const second = DAY + 3 * HOUR_MS
    await fill(second)
    const podcast = await aPodcast({}, holder())
    const given = { podcast, guid: 'kept', publishedAt: second }
    const saved = await anEpisode(given, holder())

    const { searchKey } = await anEpisode({ ...given, title: 'Another title' }, holder())
    const moved = await anEpisode({ ...given, publishedAt: second + HOUR_MS }, holder())

    expect(searchKey).to.equal(saved.searchKey)
    expect(moved.searchKey).to.equal(((second + HOUR_MS) / 1000) * PLACES)
  })

  it('a search key stays within its day if the last second of the day is full', async () => {
    const last = DAY + DAY_MS - 1000
    await fill(last)

    const key = await allocate(last)

    const { dated } = keyRanges(DAY, DAY + DAY_MS)
    expect(key).to.be.within(dated.from, dated.to)
  })

  it('search keys of undated episodes are below all dates, by the day on which they were stored', async () => {
    const key = await allocate(null)

    const { undated } = keyRanges(DAY, DAY + DAY_MS)
    expect(isUndated(key)).to.equal(true)
    expect(key).to.be.within(undated.from, undated.to)
    expect(undated.to).to.be.below(keyRanges(Date.parse('0001-01-01'), DAY).dated.from)
  })
})

describeOnPostgres('search keys on a server with several processes', () => {
  const WAITING = `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const databases = useDatabases(2)

  it('a transcript that is being stored while its episode gets another search key gets that key too', async () => {
    const [db, other] = databases() as [Database, Database]
    const now = DAY + HOUR_MS
    const episode = await anEpisode({ publishedAt: DAY }, { db, now })
    const segments = [{ start: 0, end: 5, text: 'A solitary zyzzyva.' }]
    const document = { language: 'en', durationSeconds: null, timed: true, segments }
    const { podcastId, id, title } = episode
    const fields = { id, podcastId, title, guid: 'moved', publishedAt: DAY - DAY_MS }
    let moved: Promise<SavedEpisode> | undefined

    await db.transaction(async (tx) => {
      await saveTranscript(tx, { episode, document, source: 'publisher', now })
      moved = transactionWithTexts(
        other,
        IN_DATABASE,
        (tx, texts) => saveEpisode(tx, fields, { uuid: systemIds.uuid(), now, texts }),
        'read committed',
      )
      await until(async () => (await db.get(WAITING)) !== undefined)
    }, 'read committed')
    const { searchKey } = await moved!

    const indexed = await db.all<{ key: number }>('SELECT key FROM transcript_index')
    expect(indexed).to.deep.equal([{ key: searchKey }])
    expect(searchKey).to.be.below(episode.searchKey)
  })
})
