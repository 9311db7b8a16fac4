import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { DAY_MS } from '../../lib/clock.js'
import { prepareTranscript, savePrepared } from '../../lib/transcripts/save-transcript.js'
import type { Segment, TranscriptDocument } from '../../lib/transcripts/types.js'
import { anAlert, anEpisodeSaying, matchesOf } from '../support/alerts.js'
import type { Answer, Api, Json, Query } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { useBucket } from '../support/buckets.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { aName, anApi, aTeam, type TestTeam } from '../support/factories.js'
import { runJob } from '../support/jobs.js'
import { saveTranscript } from '../support/transcripts.js'

const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const OCTOBER = { since: '2026-10-10', until: '2026-10-20' }
const aWord = () => aName('Quagga').replace(' ', '')

function documentOf(...sentences: Array<string | Segment>): TranscriptDocument {
  const segments = sentences.map((sentence, index) =>
    typeof sentence === 'string' ? { start: index * 5, end: index * 5 + 5, text: sentence } : sentence,
  )
  return { language: 'en', durationSeconds: null, timed: true, segments }
}

/** The object that an episode's transcript is in, and what its row holds of the sentences. */
function rowOf(uuid: string) {
  return currentApp().db.get<{ object_key: string; bytes: number }>(
    `SELECT object_key, length(text) + length(timing) AS bytes FROM transcripts
      WHERE episode_id = (SELECT id FROM episodes WHERE uuid = :uuid)`,
    { uuid },
  )
}

describe('transcripts in a bucket', () => {
  const bucket = useBucket()
  useApp(bucket.options)
  let team: TestTeam
  let api: Api
  beforeEach(async () => {
    team = await aTeam()
    api = await anApi({ team })
  })

  const excerpts = (episode_id: string, q: string) =>
    api.call('getTranscriptExcerpts', { params: { episode_id }, query: { q, context: 0 } })
  const read = (episode_id: string, query: Query = {}) =>
    api.call('readTranscript', { params: { episode_id }, query })
  const download = (episode_id: string, query: Query = {}) =>
    api.call('downloadTranscript', { params: { episode_id }, query })
  const search = (q: string, query: Query = {}) =>
    api.call('searchEpisodes', { query: { q, scope: 'transcript', ...query } })
  const downloads = async () =>
    (await currentApp().services.limits.usage(team.account)).transcriptDownloads.used

  it('transcripts in a bucket are objects that other programs can read, and are not in the database', async () => {
    const { uuid } = await anEpisode({ says: ['The heat pump hums.', 'Nobody minds.'] })

    const row = (await rowOf(uuid))!
    const object = bucket.server().objects.get(`overheard/${row.object_key}`)!

    expect(row.bytes).to.equal(0)
    expect(JSON.parse(gunzipSync(object).toString())).to.deep.equal({
      language: 'en',
      duration_seconds: null,
      timed: true,
      segments: [
        { start: 0, end: 5, text: 'The heat pump hums.' },
        { start: 5, end: 10, text: 'Nobody minds.' },
      ],
    })
  })

  it('transcripts in a bucket are read page by page and as excerpts', async () => {
    const sentences = Array.from({ length: 60 }, (_, index) => ({
      start: index * 10.25,
      end: index * 10.25 + 5,
      text: `Sentence number${index}.`,
    }))
    const uuid = await held(documentOf(...sentences))

    const first = await read(uuid)
    const second = await read(uuid, { cursor: first.body.next_cursor })
    const found = await excerpts(uuid, 'number7')

    expect([first.body.paragraphs.length, second.body.paragraphs.length]).to.deep.equal([50, 10])
    expect(first.body.paragraphs[1]).to.deep.equal({ start: 10.25, end: 15.25, text: 'Sentence number1.' })
    expect(found.body).to.deep.equal({
      excerpts: [{ start: 71.75, end: 76.75, text: 'Sentence number7.' }],
      total_hits: 1,
    })
    expect(await downloads()).to.equal(1)
  })

  it('transcripts in a bucket are downloaded in every format', async () => {
    const { uuid } = await anEpisode({ says: ['Welcome to AT&T.', 'Today we talk.'] })

    const [json, txt, srt, vtt] = await Promise.all(
      ['json', 'txt', 'srt', 'vtt'].map((format) => download(uuid, { format })),
    )

    expect(json!.body).to.deep.equal({
      episode_id: uuid,
      language: 'en',
      duration_seconds: null,
      segments: [
        { start: 0, end: 5, text: 'Welcome to AT&T.' },
        { start: 5, end: 10, text: 'Today we talk.' },
      ],
    })
    expect(txt!.text).to.equal('Welcome to AT&T. Today we talk.')
    expect(srt!.text).to.include('00:00:05,000 --> 00:00:10,000\nToday we talk.')
    expect(vtt!.text).to.include('Welcome to AT&amp;T.')
  })

  it('transcripts in a bucket keep speakers and paragraphs', async () => {
    const said = [
      { start: 0, end: 0, text: 'One.', beginsParagraph: true },
      { start: 0, end: 0, text: 'Two.' },
      { start: 0, end: 0, text: 'Three.', beginsParagraph: true },
    ]
    const uuid = await held({ ...documentOf(...said), timed: false })
    const turns = await held(
      documentOf(
        { start: 0, end: 2, text: 'Well.', beginsParagraph: true },
        { start: 2, end: 4, text: 'No.', beginsParagraph: true },
      ),
    )

    const texts = async (episode: string) =>
      (await read(episode)).body.paragraphs.map(({ text }: Json) => text)
    expect(await texts(uuid)).to.deep.equal(['One. Two.', 'Three.'])
    expect(await texts(turns)).to.deep.equal(['Well.', 'No.'])
  })

  it('transcripts in a bucket are found by their words, with excerpts', async () => {
    const word = aWord()
    await anEpisode({ says: [`A ${word} ran by.`, 'Then it was gone.'] })

    const { body } = await search(`"${word} ran"`)

    expect(body.results.map(({ excerpts }: Json) => excerpts)).to.deep.equal([
      [{ text: `A ${word} ran by. Then it was gone.` }],
    ])
  })

  it('transcripts in a bucket are matched against alerts', async () => {
    const word = aWord()
    const alert = await anAlert(api, { keywords: [word] })
    await anEpisodeSaying(['Nothing yet.', `And here is the ${word}.`])

    expect(await runJob('match')).to.include({ matches: 1, failed: 0 })

    const [match] = await matchesOf(api, alert)
    expect(match.excerpt).to.include(`the ${word}`)
    expect(match.first_offset_seconds).to.be.within(10, 20)
  })

  it('a new date moves an episode in the search, but not while the bucket is unreachable', async () => {
    const word = aWord()
    const { move } = await aMovable(word)
    await bucket.server().goAway()

    const refusal = await move().catch(({ code }) => code)
    await bucket.server().comeBack()
    const before = await search(word, OCTOBER)
    await move()
    const after = await search(word, OCTOBER)

    expect(refusal).to.equal('BUCKET_UNAVAILABLE')
    expect(before.body.results).to.have.length(0)
    expect(after.body.results).to.have.length(1)
    expect((await search(word)).body.results).to.have.length(0)
  })

  it('others can write while a new date of an episode waits for the bucket', async () => {
    const { uuid, move } = await aMovable(aWord())
    const release = bucket.server().holdReads()
    const asked = bucket.server().reached('GET', bucket.server().count('GET') + 1)

    const moving = move()
    await asked
    // A transaction that waits for the bucket fails before this one begins.
    await aPodcast()
    release()

    expect((await moving).uuid).to.equal(uuid)
  })

  it('a new date of an episode moves the transcript that replaced the one read for it', async () => {
    const [old, replacing] = [aWord(), aWord()]
    const { uuid, move } = await aMovable(old)
    const release = bucket.server().holdReads()
    const asked = bucket.server().reached('GET', bucket.server().count('GET') + 1)

    const moving = move()
    await asked
    await replace(uuid, documentOf(`A ${replacing}.`))
    release()
    await moving

    expect((await search(replacing, OCTOBER)).body.results).to.have.length(1)
    expect((await search(old, OCTOBER)).body.results).to.have.length(0)
  })

  it('transcripts that were stored before the bucket are read from the database', async () => {
    const { db, clock } = currentApp()
    const word = aWord()
    const { uuid } = await anEpisode({ says: `In the database: ${word}.` }, { db, now: clock.now() })
    await bucket.server().goAway()

    expect((await excerpts(uuid, word)).body.total_hits).to.equal(1)
    expect((await search(word)).body.results[0].excerpts).to.have.length(1)
    expect((await rowOf(uuid))!.object_key).to.equal('')
  })

  describe('while the bucket is unreachable', () => {
    const troubles: Array<[what: string, begin: () => Promise<void>]> = [
      ['refuses connections', () => bucket.server().goAway()],
      ['answers 500', async () => bucket.server().fail({ status: 500, code: 'InternalError' })],
      ['refuses the key', async () => bucket.server().fail({ status: 403, code: 'AccessDenied' })],
      ['does not answer', async () => bucket.server().fail(() => bucket.timers.upTo(4000)())],
    ]
    for (const [what, begin] of troubles) {
      it(`reading a transcript from a bucket that ${what} is answered with 503, does not count as a download, and works again later`, async () => {
        const { uuid } = await anEpisode({ says: 'The heat pump hums.' })
        const missing = await anEpisode()
        await begin()

        const answers = await Promise.all([
          read(uuid),
          download(uuid, { format: 'vtt' }),
          excerpts(uuid, 'heat pump'),
        ])
        const without = await read(missing.uuid)

        for (const answer of answers) {
          expect(codeOf(answer)).to.deep.equal([503, 'storage_unavailable'])
          expect(answer.headers.get('retry-after')).to.equal('5')
        }
        expect(codeOf(without)).to.deep.equal([404, 'transcript_not_available'])
        expect(await downloads()).to.equal(0)
        const logged = JSON.stringify(currentApp().log.at(-1))
        expect(logged).to.include('s3://newsroom/overheard').and.not.include('AKIDEXAMPLE')

        await bucket.server().beThere()
        expect((await read(uuid)).status).to.equal(200)
        expect(await downloads()).to.equal(1)
      })
    }

    it('search works without excerpts while the bucket is unreachable', async () => {
      const word = aWord()
      const { uuid } = await anEpisode({ says: `A ${word}.` })
      await bucket.server().goAway()

      const away = await search(word)
      await bucket.server().comeBack()
      const back = await search(word)

      expect(away.body.results.map(({ id, excerpts }: Json) => [id, excerpts])).to.deep.equal([[uuid, []]])
      expect(back.body.results[0].excerpts).to.deep.equal([{ text: `A ${word}.` }])
    })

    it('recently read transcripts can be read while the bucket is unreachable', async () => {
      const { uuid } = await anEpisode({ says: 'The heat pump hums.' })
      await read(uuid)
      await bucket.server().goAway()

      expect((await download(uuid)).status).to.equal(200)
    })

    it('new transcripts stay due while the bucket is unreachable, and are matched afterwards', async () => {
      const word = aWord()
      const alert = await anAlert(api, { keywords: [word] })
      await anEpisodeSaying(`And here is the ${word}.`)
      await bucket.server().goAway()

      const away = await runJob('match')
      const logged = currentApp().log.at(-1)!
      await bucket.server().comeBack()
      currentApp().clock.advance(16_000)
      const back = await runJob('match')

      expect(away).to.include({ matches: 0 })
      expect(logged.reason).to.include('connection refused')
      expect(back).to.include({ matches: 1 })
      expect(await matchesOf(api, alert)).to.have.length(1)
    })

    it('the service is not ready while the bucket is unreachable', async () => {
      const ready = () => fetch(`${currentApp().url}/readyz`)
      // Search is ready when its threads have started.
      await api.call('searchEpisodes', { query: { q: 'anything', scope: 'transcript' } })
      bucket.server().fail({ status: 503, code: 'SlowDown' })

      const away = await ready()
      bucket.server().recover()
      const back = await ready()

      expect([away.status, await away.json()]).to.deep.equal([
        503,
        { status: 'unavailable', failing: ['storage'] },
      ])
      expect(back.status).to.equal(200)
    })
  })

  it('a transcript that the bucket has lost is answered with 503, and the log names the object', async () => {
    const word = aWord()
    const { uuid } = await anEpisode({ says: `The ${word} hums.` })
    const { object_key } = (await rowOf(uuid))!
    bucket.server().objects.delete(`overheard/${object_key}`)

    expect(codeOf(await read(uuid))).to.deep.equal([503, 'storage_unavailable'])
    expect(JSON.stringify(currentApp().log.at(-1))).to.include(`there is no object ${object_key}`)
    expect((await search(word)).body.results[0].excerpts).to.deep.equal([])
  })

  describe('objects without a transcript', () => {
    const KEPT_MS = 30 * DAY_MS
    const isThere = (key: string) => bucket.server().objects.has(`overheard/${key}`)
    const start = () => currentApp().clock.now()
    let now: number
    beforeEach(async () => {
      now = start()
      currentApp().clock.advance(KEPT_MS + DAY_MS)
      await runJob('prune')
    })
    afterEach(() => currentApp().clock.advance(now - start()))

    it('replaced objects are removed after a month', async () => {
      const uuid = await held(documentOf('The first words.'))
      const first = (await rowOf(uuid))!.object_key
      await replace(uuid, documentOf('The second words.'))
      const second = (await rowOf(uuid))!.object_key

      expect((await download(uuid, { format: 'txt' })).text).to.equal('The second words.')
      currentApp().clock.advance(KEPT_MS)
      expect(await runJob('prune')).to.include({ objects: 0 })
      expect([isThere(first), isThere(second)]).to.deep.equal([true, true])
      currentApp().clock.advance(1)
      expect(await runJob('prune')).to.include({ objects: 1 })
      expect([isThere(first), isThere(second)]).to.deep.equal([false, true])
      expect(await runJob('prune')).to.include({ objects: 0 })
    })

    it('objects are removed too if their transcript was never stored', async () => {
      const { db, clock, services } = currentApp()
      const prepared = await prepareTranscript(db, services.documents, documentOf('Lost.'), clock.now())
      const { id } = await anEpisode()

      currentApp().clock.advance(2 * DAY_MS)
      const late = await savePrepared(db, {
        episode: await savedEpisode(id),
        prepared: prepared!,
        source: 'import',
        now: clock.now(),
      }).catch(({ message }) => message)
      expect(late).to.include('too long ago')
      expect(isThere(prepared!.objectKey)).to.equal(true)
      currentApp().clock.advance(KEPT_MS)

      expect(await runJob('prune')).to.include({ objects: 1 })
      expect(isThere(prepared!.objectKey)).to.equal(false)
    })

    it('objects that the bucket refused are removed too, and objects wait while it is unreachable', async () => {
      const { db, clock, services } = currentApp()
      await bucket.server().goAway()
      const put = prepareTranscript(db, services.documents, documentOf('Refused.'), clock.now())
      expect(await put.catch(({ code }) => code)).to.equal('BUCKET_UNAVAILABLE')
      currentApp().clock.advance(KEPT_MS + 1)

      expect(await runJob('prune')).to.include({ objects: 0 })
      await bucket.server().comeBack()
      expect(await runJob('prune')).to.include({ objects: 1 })
    })
  })

  async function savedEpisode(id: number) {
    const row = await currentApp().db.get<{
      id: number
      podcast_id: number
      search_key: number
      published_at: number | null
      held_at: number
    }>('SELECT id, podcast_id, search_key, published_at, held_at FROM episodes WHERE id = :id', { id })
    const { podcast_id, search_key, published_at, held_at } = row!
    return { id, podcastId: podcast_id, searchKey: search_key, publishedAt: published_at, heldAt: held_at }
  }

  /** An episode of today that says a word; `move` gives it a date in October. */
  async function aMovable(says: string) {
    const podcast = await aPodcast()
    const given = { podcast, guid: aName('guid') }
    const { uuid } = await anEpisode({ ...given, says })
    return { uuid, move: () => anEpisode({ ...given, publishedAt: Date.parse(OCTOBER.since) }) }
  }

  async function held(document: TranscriptDocument): Promise<string> {
    const { uuid } = await anEpisode()
    await replace(uuid, document)
    return uuid
  }

  async function replace(uuid: string, document: TranscriptDocument): Promise<void> {
    const { db, clock, services } = currentApp()
    const row = await db.get<{ id: number }>('SELECT id FROM episodes WHERE uuid = :uuid', { uuid })
    await saveTranscript(db, {
      episode: await savedEpisode(row!.id),
      document,
      documents: services.documents,
      source: 'import',
      now: clock.now(),
    })
  }
})

describe('alerts on transcripts in a bucket', () => {
  const bucket = useBucket({ OVERHEARD_ALERT_MATCHES_PER_DAY: '0.1' })
  useApp(bucket.options)

  it('alerts on transcripts in a bucket are checked for breadth, and refused while it is unreachable', async () => {
    const word = aWord()
    await anEpisodeSaying(`The ${word}.`)
    await anEpisodeSaying(`The ${word}!`)
    const api = await anApi()
    const create = () => api.call('createAlert', { body: { name: 'x', keywords: [word] } })
    await bucket.server().goAway()

    const away = await create()
    await bucket.server().comeBack()
    const broad = await create()

    expect(codeOf(away)).to.deep.equal([503, 'storage_unavailable'])
    expect(away.headers.get('retry-after')).to.equal('5')
    expect(broad.body.error.fields).to.have.all.keys('keywords')
  })
})

describe('a service whose bucket is no longer configured', () => {
  useApp()

  it('transcripts in a bucket that is no longer configured are answered with 503, and the log says so', async () => {
    const { uuid } = await anEpisode({ says: 'In the database.' })
    await currentApp().db.run("UPDATE transcripts SET object_key = 'some.json.gz'")

    const { status, body } = await (await anApi()).call('readTranscript', { params: { episode_id: uuid } })

    expect([status, body.error.code]).to.deep.equal([503, 'storage_unavailable'])
    expect(JSON.stringify(currentApp().log.at(-1))).to.include('OVERHEARD_TRANSCRIPTS is not set')
  })
})
