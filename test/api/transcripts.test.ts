import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { DAY_MS } from '../../lib/clock.js'
import type { Segment, TranscriptDocument } from '../../lib/transcripts/types.js'
import type { Api, Query } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { aKey, anAccount, anApi, aTeam } from '../support/factories.js'
import { saveTranscript } from '../support/transcripts.js'

const NOWHERE = '019a5e77-94d2-7e63-b1a8-6c20d9f3a871'

/** An episode with a transcript; five seconds a sentence unless said otherwise. */
async function transcribed(
  sentences: readonly (string | Segment)[],
  { title = 'Old houses', ...more }: Partial<TranscriptDocument> & { title?: string } = {},
): Promise<string> {
  const { db, clock } = currentApp()
  const episode = await anEpisode({ title })
  const segments = sentences.map((sentence, index) =>
    typeof sentence === 'string' ? { start: index * 5, end: index * 5 + 5, text: sentence } : sentence,
  )
  const document = { language: 'en', durationSeconds: null, timed: true, segments, ...more }
  await saveTranscript(db, { episode, document, source: 'import', now: clock.now() })
  return episode.uuid
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `This is sentence ${index}.`)

/** One paragraph each: a pause of five seconds lies between them. */
const paused = (count: number): Segment[] =>
  numbered(count).map((text, index) => ({ start: index * 10, end: index * 10 + 5, text }))

describe('transcripts', () => {
  useApp()
  let api: Api
  beforeEach(async () => {
    api = await anApi()
  })

  const excerpts = (episode_id: string, query: Query) =>
    api.call('getTranscriptExcerpts', { params: { episode_id }, query })
  const read = (episode_id: string, query: Query = {}, client = api) =>
    client.call('readTranscript', { params: { episode_id }, query })
  const download = (episode_id: string, query: Query = {}, client = api) =>
    client.call('downloadTranscript', { params: { episode_id }, query })

  describe('GET /episodes/{episode_id}/transcript/excerpts', () => {
    it('an excerpt has the sentences around a hit, by default two before and two after', async () => {
      const episode = await transcribed([...numbered(5), 'The heat pump hums.', ...numbered(5)])

      const { status, body } = await excerpts(episode, { q: 'Heat Pump' })

      expect(status).to.equal(200)
      expect(body).to.deep.equal({
        excerpts: [
          {
            start: 15,
            end: 40,
            text: 'This is sentence 3. This is sentence 4. The heat pump hums. This is sentence 0. This is sentence 1.',
          },
        ],
        total_hits: 1,
      })
    })

    it('excerpts accept several terms, a context and a limit', async () => {
      const episode = await transcribed(['Tea.', 'No.', 'No.', 'Coffee.', 'No.', 'No.', 'Tea and coffee.'])

      const { body } = await excerpts(episode, { q: ['tea', 'coffee'], context: 0, limit: 2 })

      expect(body).to.deep.equal({
        excerpts: [
          { start: 0, end: 5, text: 'Tea.' },
          { start: 15, end: 20, text: 'Coffee.' },
        ],
        total_hits: 4,
      })
    })

    it('excerpts match terms as written, not as a search does', async () => {
      const episode = await transcribed(['We wrote it in C++ and node.js.', 'Vitamin C helps.'])

      expect((await excerpts(episode, { q: 'C++' })).body.total_hits).to.equal(1)
      expect((await excerpts(episode, { q: 'node.js' })).body.total_hits).to.equal(1)
      expect((await excerpts(episode, { q: '"wrote it"' })).body.total_hits).to.equal(0)
      expect((await excerpts(episode, { q: 'wrote|helps' })).body.total_hits).to.equal(0)
    })

    it('excerpts find whole words in scripts without spaces', async () => {
      const episode = await transcribed(['私は東京都に住んでいます。', 'カタカナのテレビを見ます。'], {
        language: 'ja',
      })

      expect((await excerpts(episode, { q: '東京都' })).body.total_hits).to.equal(1)
      expect((await excerpts(episode, { q: 'テレビ' })).body.total_hits).to.equal(1)
      expect((await excerpts(episode, { q: 'カナの' })).body.total_hits).to.equal(0)
    })

    it('excerpts without a hit are an empty list', async () => {
      const episode = await transcribed(['Nothing.'])

      expect((await excerpts(episode, { q: 'zeppelin' })).body).to.deep.equal({ excerpts: [], total_hits: 0 })
    })

    const faulty: Array<[field: string, query: Query]> = [
      ['q', {}],
      ['q', { q: 'ab' }],
      ['q', { q: ['heat', ' x '] }],
      ['q', { q: 'x'.repeat(201) }],
      ['q', { q: ['one', 'two', 'three', 'four', 'five', 'six'] }],
      ['context', { q: 'heat', context: 6 }],
      ['context', { q: 'heat', context: -1 }],
      ['limit', { q: 'heat', limit: 0 }],
      ['limit', { q: 'heat', limit: 6 }],
    ]
    for (const [field, query] of faulty) {
      it(`excerpts with ${JSON.stringify(query).slice(0, 60)} are refused, naming ${field}`, async () => {
        const { status, body } = await excerpts(NOWHERE, query)

        expect(status).to.equal(422)
        expect(body.error.fields).to.have.all.keys(field)
      })
    }

    it('excerpts do not count as a download', async () => {
      const team = await aTeam()
      const client = await anApi({ team })
      const episode_id = await transcribed(['Heat.'])

      await client.call('getTranscriptExcerpts', { params: { episode_id }, query: { q: 'heat' } })

      expect((await currentApp().services.limits.usage(team.account)).transcriptDownloads.used).to.equal(0)
    })

    it('excerpts of a transcript of many hours are answered too', async () => {
      const sentences = Array.from(
        { length: 40_000 },
        (_, index) => `Word${index * 7919} and word${index * 104_729} again.`,
      )
      const episode = await transcribed([...sentences, 'Zeppelin.'])

      const { body } = await excerpts(episode, { q: 'zeppelin', context: 0 })

      expect(body).to.deep.equal({
        excerpts: [{ start: 200_000, end: 200_005, text: 'Zeppelin.' }],
        total_hits: 1,
      })
    })
  })

  describe('GET /episodes/{episode_id}/transcript', () => {
    it('a transcript has fifty paragraphs per page, and all pages together equal the txt file', async () => {
      const episode = await transcribed(paused(120), { durationSeconds: 1195.5 })

      const pages = [await read(episode)]
      while (pages.at(-1)?.body.next_cursor)
        pages.push(await read(episode, { cursor: pages.at(-1)?.body.next_cursor }))

      expect(pages.map(({ body }) => body.paragraphs.length)).to.deep.equal([50, 50, 20])
      expect(pages[0]?.body).to.include({ language: 'en', duration_seconds: 1195.5 })
      expect(pages[0]?.body.paragraphs[1]).to.deep.equal({ start: 10, end: 15, text: 'This is sentence 1.' })
      const text = pages.flatMap(({ body }) =>
        body.paragraphs.map((paragraph: { text: string }) => paragraph.text),
      )
      expect((await download(episode, { format: 'txt' })).text).to.equal(text.join('\n\n'))
    })

    it('a transcript without times keeps its paragraphs', async () => {
      const episode = await transcribed(
        [
          { start: 0, end: 0, text: 'One.', beginsParagraph: true },
          { start: 0, end: 0, text: 'Two.' },
          { start: 0, end: 0, text: 'Three.', beginsParagraph: true },
        ],
        { timed: false },
      )

      expect((await read(episode)).body.paragraphs).to.deep.equal([
        { start: 0, end: 0, text: 'One. Two.' },
        { start: 0, end: 0, text: 'Three.' },
      ])
    })

    it('the first page of a transcript counts as a download, later pages do not', async () => {
      const team = await aTeam()
      const client = await anApi({ team })
      const episode = await transcribed(paused(60))
      const used = async () =>
        (await currentApp().services.limits.usage(team.account)).transcriptDownloads.used

      const first = await read(episode, {}, client)
      expect(await used()).to.equal(1)
      await read(episode, { cursor: first.body.next_cursor }, client)
      expect(await used()).to.equal(1)
      await read(episode, { cursor: '' }, client)
      expect(await used()).to.equal(2)
    })

    it('a cursor of another account or another episode is refused', async () => {
      const episode = await transcribed(paused(60))
      const other = await transcribed(paused(60))
      const cursor = (await read(episode)).body.next_cursor

      const codes = [
        await read(episode, { cursor }, await anApi()),
        await read(other, { cursor }),
        await read(NOWHERE, { cursor: 'nonsense' }),
      ].map(({ status, body }) => [status, body.error.code])

      expect(codes).to.deep.equal([
        [422, 'stale_cursor'],
        [422, 'stale_cursor'],
        [422, 'invalid_cursor'],
      ])
    })

    it('a cursor of a transcript works with any key of the account', async () => {
      const team = await aTeam()
      const episode = await transcribed(paused(60))
      const cursor = (await read(episode, {}, await anApi({ team }))).body.next_cursor

      expect((await read(episode, { cursor }, await anApi({ account: team.account }))).status).to.equal(200)
    })

    it('a cursor of a transcript is refused after the monthly allowances were renewed', async () => {
      const account = await anAccount({ createdOn: '2026-10-25' })
      const client = await anApi({ account })
      const episode = await transcribed(paused(60))
      const cursor = (await read(episode, {}, client)).body.next_cursor

      currentApp().clock.advance(4 * DAY_MS)
      expect((await read(episode, { cursor }, client)).status).to.equal(200)
      currentApp().clock.advance(DAY_MS)

      const late = await read(episode, { cursor }, client)
      expect([late.status, late.body.error.code]).to.deep.equal([422, 'stale_cursor'])
    })
  })

  describe('GET /episodes/{episode_id}/transcript/download', () => {
    const sentences: Segment[] = [
      { start: 0, end: 3.1, text: 'Welcome to AT&T.', beginsParagraph: true },
      { start: 3.4, end: 8.9, text: 'Today we talk.' },
    ]

    it('a download is JSON by default', async () => {
      const episode = await transcribed(sentences, { durationSeconds: 1827.4 })

      const { headers, body } = await download(episode)

      expect(headers.get('content-type')).to.match(/^application\/json/)
      expect(headers.get('content-disposition')).to.equal('attachment; filename="Old houses.json"')
      expect(body).to.deep.equal({
        episode_id: episode,
        language: 'en',
        duration_seconds: 1827.4,
        segments: [
          { start: 0, end: 3.1, text: 'Welcome to AT&T.' },
          { start: 3.4, end: 8.9, text: 'Today we talk.' },
        ],
      })
    })

    const files: Array<[format: string, type: string, content: string]> = [
      ['txt', 'text/plain; charset=utf-8', 'Welcome to AT&T. Today we talk.'],
      [
        'srt',
        'application/x-subrip; charset=utf-8',
        '1\n00:00:00,000 --> 00:00:03,100\nWelcome to AT&T.\n\n2\n00:00:03,400 --> 00:00:08,900\nToday we talk.\n',
      ],
      [
        'vtt',
        'text/vtt; charset=utf-8',
        'WEBVTT\n\n00:00:00.000 --> 00:00:03.100\nWelcome to AT&amp;T.\n\n00:00:03.400 --> 00:00:08.900\nToday we talk.\n',
      ],
    ]
    for (const [format, type, content] of files) {
      it(`a download as ${format} is a file`, async () => {
        const { status, headers, text } = await download(await transcribed(sentences), { format })

        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.equal(type)
        expect(headers.get('content-disposition')).to.equal(`attachment; filename="Old houses.${format}"`)
        expect(text).to.equal(content)
      })
    }

    it('a download names a title with non-ASCII letters in both forms of the header', async () => {
      const episode = await transcribed(sentences, { title: 'Über "Öl"/東京' })

      expect((await download(episode, { format: 'srt' })).headers.get('content-disposition')).to.match(
        /^attachment; filename="Uber Ol __\.srt"; filename\*=UTF-8''%C3%9Cber%20%C3%96l%20%E6%9D%B1%E4%BA%AC\.srt$/,
      )
    })

    it('a download in an unknown format is refused', async () => {
      const { status, body } = await download(await transcribed(sentences), { format: 'pdf' })

      expect(status).to.equal(422)
      expect(body.error.fields).to.have.all.keys('format')
    })

    it('a download beyond the monthly limit is refused without being counted; a 404 comes first', async () => {
      const account = await anAccount({ plan: 'free' })
      const client = await anApi({ account })
      const episode = await transcribed(sentences)
      const usage = async () => (await currentApp().services.limits.usage(account)).transcriptDownloads
      for (let count = 0; count < 20; count++) {
        if (count % 8 === 7) currentApp().clock.advance(60_000)
        await download(episode, {}, client)
      }
      currentApp().clock.advance(60_000)

      const refused = await download(episode, {}, client)
      const firstPage = await read(episode, {}, client)
      const missing = await download(NOWHERE, {}, client)

      const { used, limit, reset } = await usage()
      expect([used, limit]).to.deep.equal([20, 20])
      expect(refused.status).to.equal(429)
      expect(refused.body.error).to.include({
        code: 'rate_limited',
        scope: 'transcript_downloads_per_month',
        reset,
      })
      expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
      expect(firstPage.status).to.equal(429)
      expect(missing.status).to.equal(404)
      const excerpt = await client.call('getTranscriptExcerpts', {
        params: { episode_id: episode },
        query: { q: 'today' },
      })
      expect(excerpt.status).to.equal(200)
    })

    it('a HEAD of a download counts as a download', async () => {
      const { url, services } = currentApp()
      const team = await aTeam()
      const path = `/api/v1/episodes/${await transcribed(sentences)}/transcript/download`

      const { status } = await fetch(url + path, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${(await aKey({ team })).value}` },
      })

      expect(status).to.equal(200)
      expect((await services.limits.usage(team.account)).transcriptDownloads.used).to.equal(1)
    })

    it('a download does not count if the transcript cannot be read', async () => {
      const team = await aTeam()
      const client = await anApi({ team })
      const episode = await transcribed(numbered(100))
      const { db, services } = currentApp()
      await db.run(
        `UPDATE transcripts SET text = :broken, encoding = 1
          WHERE episode_id = (SELECT id FROM episodes WHERE uuid = :episode)`,
        { broken: Buffer.from('broken'), episode },
      )

      const answers = [await download(episode, {}, client), await read(episode, {}, client)]

      for (const { status, headers, body } of answers) {
        expect([status, body.error.code]).to.deep.equal([503, 'storage_unavailable'])
        expect(headers.get('retry-after')).to.equal('5')
      }
      expect((await services.limits.usage(team.account)).transcriptDownloads.used).to.equal(0)
    })
  })

  it('a bug is not reported as a fault of the storage, and is logged as an error', async () => {
    const episode = await transcribed(numbered(3))
    const { db, log } = currentApp()
    await db.run(
      `UPDATE transcripts SET encoding = 2, text = :withoutSegments
        WHERE episode_id = (SELECT id FROM episodes WHERE uuid = :episode)`,
      { withoutSegments: gzipSync('{}'), episode },
    )

    for (const format of ['json', 'txt']) {
      const { status, body } = await download(episode, { format }, await anApi())
      expect([status, body.error.code]).to.deep.equal([500, 'internal_error'])
      expect(log.at(-1)).to.include({ level: 50 })
    }
  })

  for (const operation of ['getTranscriptExcerpts', 'readTranscript', 'downloadTranscript'] as const) {
    it(`${operation} distinguishes an unknown episode from one without a transcript`, async () => {
      const query: Query = operation === 'getTranscriptExcerpts' ? { q: 'heat' } : {}
      const silent = await anEpisode()

      const codes = []
      for (const episode_id of [NOWHERE, silent.uuid, 'no-uuid']) {
        const { status, body } = await api.call(operation, { params: { episode_id }, query })
        codes.push([status, body.error.code])
      }

      expect(codes).to.deep.equal([
        [404, 'episode_not_found'],
        [404, 'transcript_not_available'],
        [422, 'invalid_input'],
      ])
    })
  }

  it('transcripts are read by ids in upper and lower case', async () => {
    const episode = await transcribed(['Heat.'])

    expect((await download(episode.toUpperCase())).body.episode_id).to.equal(episode)
  })
})
