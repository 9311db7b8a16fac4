import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { readTranscript } from '../../../lib/transcripts/transcript-store.js'
import type { Segment, TranscriptDocument } from '../../../lib/transcripts/types.js'
import { anEpisode } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { saveTranscript } from '../../support/transcripts.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const documentOf = (text: string, more: Partial<TranscriptDocument> = {}): TranscriptDocument => ({
  language: 'en',
  durationSeconds: null,
  timed: true,
  segments:
    text === ''
      ? []
      : text.split('|').map((part, index): Segment => ({ start: index, end: index + 1, text: part })),
  ...more,
})

describe('saving a transcript', () => {
  const database = useDatabase()
  const holder = (now = NOW) => ({ db: database(), now })

  interface Row {
    match_due_at: number | null
    held_at: number
    word_count: number
    source: string
    model: string
    duration_seconds: number | null
    language: string
  }
  const rowOf = (episode: { id: number }) =>
    database().get<Row>('SELECT * FROM transcripts WHERE episode_id = :id', { id: episode.id })
  const hasTranscript = async (episode: { id: number }) => {
    const row = await database().get<{ has_transcript: number }>(
      'SELECT has_transcript FROM episodes WHERE id = :id',
      {
        id: episode.id,
      },
    )
    return row?.has_transcript === 1
  }

  it('saving a transcript stores it, marks the episode and counts the words', async () => {
    const episode = await anEpisode({}, holder())
    const document = documentOf('One two.|Three.', { durationSeconds: 12.5 })

    await saveTranscript(database(), {
      episode,
      document,
      source: 'recogniser',
      model: 'm1',
      now: NOW,
    })

    expect(await hasTranscript(episode)).to.equal(true)
    expect(await rowOf(episode)).to.include({
      word_count: 3,
      source: 'recogniser',
      model: 'm1',
      duration_seconds: 12.5,
      held_at: NOW,
    })
    expect(await readTranscript(database(), IN_DATABASE, episode.id)).to.deep.equal(document)
  })

  const dates: Array<[what: string, publishedAt: number | null, isDue: boolean]> = [
    ['published seven days ago', NOW - 7 * DAY_MS, true],
    ['published a moment before that', NOW - 7 * DAY_MS - 1, false],
    ['dated in the future', NOW + DAY_MS, true],
    ['undated and held just now', null, true],
  ]
  for (const [what, publishedAt, isDue] of dates) {
    it(`a transcript is ${isDue ? '' : 'not '}due for alerts if its episode was ${what}`, async () => {
      const episode = await anEpisode({ publishedAt }, holder())

      await saveTranscript(database(), { episode, document: documentOf('One.'), source: 'import', now: NOW })

      expect((await rowOf(episode))?.match_due_at).to.equal(isDue ? NOW : null)
    })
  }

  it('an undated episode counts as published when it was first stored', async () => {
    const episode = await anEpisode({ publishedAt: null }, holder(NOW - 8 * DAY_MS))

    await saveTranscript(database(), { episode, document: documentOf('One.'), source: 'import', now: NOW })

    expect((await rowOf(episode))?.match_due_at).to.equal(null)
  })

  it('a replacement is not matched again, and keeps the language and length that the new one lacks', async () => {
    const episode = await anEpisode({}, holder())
    const first = documentOf('One.', { durationSeconds: 99 })
    await saveTranscript(database(), {
      episode,
      document: first,
      source: 'recogniser',
      model: 'm1',
      now: NOW,
    })
    await database().run('UPDATE transcripts SET match_due_at = NULL WHERE episode_id = :id', {
      id: episode.id,
    })

    const second = documentOf('Two three.', { language: '' })
    await saveTranscript(database(), {
      episode,
      document: second,
      source: 'publisher',
      now: NOW + 1000,
    })

    expect(await rowOf(episode)).to.include({
      match_due_at: null,
      held_at: NOW,
      source: 'publisher',
      model: '',
      duration_seconds: 99,
      language: 'en',
      word_count: 2,
    })
  })

  it('a transcript without sentences is not saved', async () => {
    const episode = await anEpisode({}, holder())

    await saveTranscript(database(), {
      episode,
      document: documentOf(''),
      source: 'import',
      now: NOW,
    })

    expect(await hasTranscript(episode)).to.equal(false)
    expect(await readTranscript(database(), IN_DATABASE, episode.id)).to.equal(undefined)
  })
})
