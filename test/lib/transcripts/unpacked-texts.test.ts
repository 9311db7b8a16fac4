import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { DEFLATE_RAW, RAW } from '../../../lib/transcripts/encoding.js'
import { packOldTexts, readTranscript } from '../../../lib/transcripts/transcript-store.js'
import { anEpisode } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const says = Array.from({ length: 100 }, (_, index) => `Sentence ${index} is about solar power.`)

describe('the stored text of a transcript', () => {
  const database = useDatabase()

  const episodeOf = (days: number) =>
    anEpisode({ says, publishedAt: NOW - days * DAY_MS }, { db: database(), now: NOW })

  async function encodingOf({ id }: { id: number }): Promise<number> {
    const row = await database().get<{ encoding: number }>(
      'SELECT encoding FROM transcripts WHERE episode_id = :id',
      { id },
    )
    return row!.encoding
  }

  it('the text of a recent episode is stored unpacked, and packed by the nightly job later', async () => {
    const recent = await episodeOf(10)
    const old = await episodeOf(100)
    const asStored = [await encodingOf(recent), await encodingOf(old)]

    const packed = await packOldTexts(database(), NOW + 60 * DAY_MS)

    expect(asStored).to.deep.equal([RAW, DEFLATE_RAW])
    expect(packed).to.equal(1)
    expect(await encodingOf(recent)).to.equal(DEFLATE_RAW)
    const { segments } = (await readTranscript(database(), IN_DATABASE, recent.id))!
    expect(segments.map(({ text }) => text)).to.deep.equal(says)
    expect(await packOldTexts(database(), NOW + 60 * DAY_MS)).to.equal(0)
  })

  it('packing ends when the job is stopped', async () => {
    const recent = await episodeOf(10)

    const packed = await packOldTexts(database(), NOW + 60 * DAY_MS, AbortSignal.abort())

    expect(packed).to.equal(0)
    expect(await encodingOf(recent)).to.equal(RAW)
  })
})
