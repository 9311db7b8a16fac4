import { expect } from 'chai'
import { DAY_MS, HOUR_MS } from '../../lib/clock.js'
import { STORED_ROWS } from '../../lib/search/ranking-store.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { type Answer, Api, type Query } from '../support/api.js'
import { currentApp, TestApp, useApp } from '../support/app.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { anApi } from '../support/factories.js'
import { saveTranscript } from '../support/transcripts.js'

const at = (instant: string) => Date.parse(instant)

/** The titles on every page, the first page first. */
async function walk(api: Api, query: Query, between?: (page: number) => Promise<void>): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | null = ''
  for (let page = 1; cursor !== null; page++) {
    const answer: Answer = await api.call('searchEpisodes', { query: { ...query, cursor } })
    expect(answer.status, answer.text).to.equal(200)
    titles.push(...answer.body.results.map(({ title }: { title: string }) => title))
    cursor = answer.body.next_cursor
    await between?.(page)
  }
  return titles
}

const titlesOf = ({ body }: Answer): string[] => body.results.map(({ title }: { title: string }) => title)

describe('GET /episodes/search', () => {
  useApp()
  let api: Api
  beforeEach(async () => {
    api = await anApi()
  })

  const search = (query: Query) => api.call('searchEpisodes', { query: { scope: 'transcript', ...query } })

  describe('a hit', () => {
    it('a hit has the episode, its podcast and an excerpt around the words', async () => {
      const podcast = await aPodcast({ title: 'Warm Rooms', imageUrl: 'https://example.org/cover.jpg' })
      const episode = await anEpisode({
        podcast,
        title: 'Old houses',
        description: 'About walls.',
        audioUrl: 'https://example.org/1.mp3',
        durationSeconds: 1800,
        publishedAt: at('2026-11-18T08:00:00Z'),
        says: ['Welcome back.', 'Today we ask what a zeppelin hangar costs to heat.'],
      })

      const { body } = await search({ q: 'Zeppelin' })

      expect(body.results).to.deep.equal([
        {
          id: episode.uuid,
          title: 'Old houses',
          description: 'About walls.',
          audio_url: 'https://example.org/1.mp3',
          duration_seconds: 1800,
          has_transcript: true,
          published_at: '2026-11-18T08:00:00.000Z',
          podcast: { id: podcast.uuid, title: 'Warm Rooms', image_url: 'https://example.org/cover.jpg' },
          excerpts: [{ text: 'Welcome back. Today we ask what a zeppelin hangar costs to heat.' }],
        },
      ])
      expect(body.window).to.deep.equal({ since: '2026-10-21', until: '2026-11-20', earliest: '2025-05-20' })
    })

    it('a hit shows two separate excerpts, cut between words', async () => {
      const filler = 'Some words that nobody searches for are said here again and again. '.repeat(10)
      await anEpisode({ says: [filler, 'A quokka sleeps.', filler, 'Another marmot wakes.', filler] })

      const { body } = await search({ q: 'marmot quokka' })

      const texts = body.results[0].excerpts.map(({ text }: { text: string }) => text)
      expect(texts).to.have.length(2)
      expect(texts[0]).to.match(/^….*\bquokka\b.*…$/)
      expect(texts[1]).to.match(/^….*\bmarmot\b.*…$/)
      for (const text of texts) expect(text.length).to.be.within(180, 260)
    })

    it('excerpts quote the text as it is, although search ignores case and accents', async () => {
      await anEpisode({ says: 'Die Größe der Straße „Überall“ zählt.' })

      const { body } = await search({ q: 'uberall STRASSE' })

      expect(body.results[0].excerpts).to.deep.equal([{ text: 'Die Größe der Straße „Überall“ zählt.' }])
    })

    it('a hit in scope metadata has excerpts from the description, and none if only the title matches', async () => {
      await anEpisode({ title: 'Okapi', description: 'A walk in the woods.', says: 'okapi' })
      await anEpisode({ title: 'Woods', description: 'Where the okapi lives.' })

      const { body } = await search({ q: 'okapi', scope: 'metadata' })

      const byTitle = new Map(body.results.map((hit: { title: string }) => [hit.title, hit]))
      expect(byTitle.get('Okapi')).to.deep.include({ excerpts: [] })
      expect(byTitle.get('Woods')).to.deep.include({ excerpts: [{ text: 'Where the okapi lives.' }] })
    })
  })

  describe('matching', () => {
    it('a phrase may cross sentences, but not from the title into the description', async () => {
      await anEpisode({ title: 'Spoken', says: ['It was a purple', 'narwhal after all.'] })
      await anEpisode({ title: 'A purple', description: 'narwhal' })

      expect(titlesOf(await search({ q: '"purple narwhal"' }))).to.deep.equal(['Spoken'])
      expect(titlesOf(await search({ q: '"purple narwhal"', scope: 'metadata' }))).to.deep.equal([])
      expect(titlesOf(await search({ q: 'purple narwhal', scope: 'metadata' }))).to.deep.equal(['A purple'])
    })

    it('scope transcript finds only episodes with a transcript, also if the query excludes words', async () => {
      const podcast = await aPodcast()
      await anEpisode({ podcast, title: 'Silent' })
      await anEpisode({ podcast, title: 'Spoken', says: 'Nothing of note.' })
      await anEpisode({ podcast, title: 'Excluded', says: 'An axolotl.' })

      const titles = titlesOf(await search({ q: '-axolotl', podcast_id: podcast.uuid }))
      const written = titlesOf(await search({ q: '-excluded', podcast_id: podcast.uuid, scope: 'metadata' }))

      expect(titles).to.deep.equal(['Spoken'])
      expect(written).to.have.members(['Silent', 'Spoken'])
    })

    it('a transcript that was stored while its episode got another date is found', async () => {
      const { db, clock } = currentApp()
      const now = clock.now()
      const given = { podcast: await aPodcast(), guid: 'moved', title: 'Moved' }
      const asItWas = await anEpisode(given)
      await anEpisode({ ...given, publishedAt: now - DAY_MS })
      const segments = [{ start: 0, end: 5, text: 'A solitary zyzzyva.' }]
      const document = { language: 'en', durationSeconds: null, timed: true, segments }

      const holding = { documents: IN_DATABASE, source: 'publisher', now } as const
      await saveTranscript(db, { ...holding, episode: asItWas, document })

      expect(titlesOf(await search({ q: 'zyzzyva' }))).to.deep.equal(['Moved'])
    })

    it('a podcast filter limits the search, with its id in upper or lower case', async () => {
      const podcast = await aPodcast()
      await anEpisode({ podcast, title: 'Mine', says: 'capybara' })
      await anEpisode({ title: 'Theirs', says: 'capybara' })

      const titles = titlesOf(await search({ q: 'capybara', podcast_id: podcast.uuid.toUpperCase() }))

      expect(titles).to.deep.equal(['Mine'])
    })

    it('an unknown podcast is answered with an empty page', async () => {
      const answer = await search({ q: 'capybara', podcast_id: '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55' })

      expect(answer.status).to.equal(200)
      expect(answer.body.results).to.deep.equal([])
    })

    it('a term without spaces, as in Japanese, is found inside other characters', async () => {
      await anEpisode({ title: 'タワー', says: '昨日は東京タワーへ行きました。' })

      const { body } = await search({ q: '京タワ' })

      expect(titlesOf({ body } as Answer)).to.deep.equal(['タワー'])
      expect(body.results[0].excerpts).to.deep.equal([{ text: '昨日は東京タワーへ行きました。' }])
    })

    for (const q of ['"""', '|||', '-|-', '(((', 'AND NEAR(', '\0\0\0', '***', '" " "', 'ß"-|"', '-"…"-']) {
      it(`the query ${JSON.stringify(q)} is answered without an error`, async () => {
        const answer = await search({ q })

        expect(answer.status).to.equal(200)
      })
    }

    it('an episode is found by its new date and words after a change', async () => {
      const podcast = await aPodcast()
      const given = { podcast, guid: 'changing', publishedAt: at('2026-11-01T00:00:00Z') }
      await anEpisode({ ...given, title: 'Before', says: 'The pangolin.' })
      await anEpisode({ ...given, title: 'After pangolins', publishedAt: at('2026-11-15T00:00:00Z') })

      const recent = { since: '2026-11-10' }
      expect(titlesOf(await search({ q: 'pangolin', ...recent }))).to.deep.equal(['After pangolins'])
      expect(titlesOf(await search({ q: 'pangolins', scope: 'metadata', ...recent }))).to.have.length(1)
      expect(titlesOf(await search({ q: 'pangolin', until: '2026-11-09' }))).to.deep.equal([])
    })
  })

  describe('the window', () => {
    const windowOf = async (query: Query) => (await search({ q: 'tapir', ...query })).body.window

    it('the window begins 30 days before until', async () => {
      expect(await windowOf({ until: '2026-06-30' })).to.include({ since: '2026-05-31', until: '2026-06-30' })
    })

    it('an until in the future counts as today', async () => {
      expect(await windowOf({ until: '2027-02-01' })).to.include({ since: '2026-10-21', until: '2026-11-20' })
    })

    it('a since before the earliest searchable day is moved to that day', async () => {
      expect(await windowOf({ since: '2020-01-01' })).to.include({ since: '2025-05-20', until: '2026-11-20' })
    })

    it('a window before the earliest searchable day begins and ends on that day', async () => {
      await anEpisode({ says: 'tapir', publishedAt: at('2025-05-20T05:00:00Z') })

      const { body } = await search({ q: 'tapir', since: '2020-01-01', until: '2020-02-01' })

      expect(body).to.deep.equal({
        results: [],
        next_cursor: null,
        window: { since: '2025-05-20', until: '2025-05-20', earliest: '2025-05-20' },
      })
    })

    for (const [query, field] of [
      [{ since: '2026-11-02', until: '2026-11-01' }, 'since'],
      [{ since: '2026-11-21' }, 'since'],
      [{ since: '2026-02-30' }, 'since'],
      [{ until: '2026-13-01' }, 'until'],
      [{ until: 'yesterday' }, 'until'],
      [{ until: '' }, 'until'],
    ] as const) {
      it(`the window of ${JSON.stringify(query)} is refused, naming ${field}`, async () => {
        const answer = await search({ q: 'tapir', ...query })

        expect(answer.status).to.equal(422)
        expect(Object.keys(answer.body.error.fields)).to.deep.equal([field])
      })
    }

    it('a faulty window is reported together with all other faults', async () => {
      const answer = await search({ q: 'ta', limit: 0, since: '2026-11-02', until: '2026-11-01' })

      expect(Object.keys(answer.body.error.fields)).to.have.members(['q', 'limit', 'since'])
    })

    it('the window includes both of its days completely, and no others', async () => {
      for (const instant of [
        '2026-11-01T23:59:59.999Z',
        '2026-11-02T00:00:00Z',
        '2026-11-03T23:59:59.999Z',
        '2026-11-04T00:00:00Z',
      ]) {
        await anEpisode({ title: instant, says: 'wombat', publishedAt: at(instant) })
      }

      const titles = titlesOf(
        await search({ q: 'wombat', since: '2026-11-02', until: '2026-11-03', order_by: 'published_at' }),
      )

      expect(titles).to.deep.equal(['2026-11-03T23:59:59.999Z', '2026-11-02T00:00:00Z'])
    })

    it('an undated episode belongs to the day on which it was first stored', async () => {
      await anEpisode({ title: 'Undated', says: 'numbat', publishedAt: null })

      expect(titlesOf(await search({ q: 'numbat', since: '2026-11-20' }))).to.deep.equal(['Undated'])
      expect(titlesOf(await search({ q: 'numbat', until: '2026-11-19' }))).to.deep.equal([])
    })

    it('an episode with a date in the future is not found before its day', async () => {
      const { clock } = currentApp()
      await anEpisode({ title: 'Later', says: 'quoll', publishedAt: clock.now() + DAY_MS })

      const before = titlesOf(await search({ q: 'quoll', until: '2026-12-24' }))
      clock.advance(DAY_MS / 2)
      const after = titlesOf(await search({ q: 'quoll', until: '2026-12-24' }))
      clock.advance(-DAY_MS / 2)

      expect(before).to.deep.equal([])
      expect(after).to.deep.equal(['Later'])
    })
  })

  describe('the orders', () => {
    it('results are sorted newest or oldest first, with undated episodes last in both', async () => {
      await anEpisode({ title: 'Old', says: 'ibex', publishedAt: at('2026-11-01T00:00:00Z') })
      await anEpisode({ title: 'Undated', says: 'ibex', publishedAt: null })
      await anEpisode({ title: 'New', says: 'ibex', publishedAt: at('2026-11-10T00:00:00Z') })
      const query = { q: 'ibex', scope: 'transcript', order_by: 'published_at', limit: 1 }

      expect(await walk(api, query)).to.deep.equal(['New', 'Old', 'Undated'])
      expect(await walk(api, { ...query, order_dir: 'asc' })).to.deep.equal(['Old', 'New', 'Undated'])
    })

    it('best match ranks the shortest episode with the most hits first', async () => {
      const other = 'Something else is talked about for a while. '.repeat(5)
      await anEpisode({ title: 'Once', says: `One kudu. ${other}` })
      await anEpisode({ title: 'Often', says: 'Kudu, kudu and kudu.' })

      expect(titlesOf(await search({ q: 'kudu' }))).to.deep.equal(['Often', 'Once'])
      expect(titlesOf(await search({ q: 'kudu', order_dir: 'asc' }))).to.deep.equal(['Often', 'Once'])
    })

    it('best match is sorted newest first if the query only excludes', async () => {
      const podcast = await aPodcast()
      for (const day of ['03', '01', '02']) {
        await anEpisode({ podcast, title: day, says: 'Hm.', publishedAt: at(`2026-11-${day}T00:00:00Z`) })
      }

      const query = { q: '-gnu', scope: 'transcript', podcast_id: podcast.uuid, limit: 2, order_dir: 'asc' }

      expect(await walk(api, query)).to.deep.equal(['03', '02', '01'])
    })
  })

  describe('pages', () => {
    const name = (number: number) => `Number ${number}`
    let query: Query

    beforeEach(async () => {
      const podcast = await aPodcast()
      for (let number = 0; number < 7; number++) {
        const says = `${'eland '.repeat(1 + (number % 3))} ${'and other animals '.repeat(number)}`
        await anEpisode({ podcast, title: name(number), says, publishedAt: at('2026-11-10T00:00:00Z') })
      }
      query = { q: 'eland', scope: 'transcript', podcast_id: podcast.uuid, limit: 2 }
      let added = 0
      addAnother = async () => {
        const publishedAt = at('2026-11-10T00:00:00Z') + (added++ % 2 === 0 ? HOUR_MS : -HOUR_MS)
        await anEpisode({ podcast, title: 'Added', says: 'eland '.repeat(added), publishedAt })
      }
    })
    let addAnother: () => Promise<void>

    for (const order of [
      { order_by: 'best_match' },
      { order_by: 'published_at' },
      { order_by: 'published_at', order_dir: 'asc' },
    ]) {
      it(`pages neither repeat nor miss an episode while episodes are added, sorted by ${Object.values(order).join(' ')}`, async () => {
        const titles = await walk(api, { ...query, ...order }, async (page) => {
          if (page < 4) await addAnother()
        })

        const old = titles.filter((title) => title !== 'Added').sort()
        expect(old).to.deep.equal([0, 1, 2, 3, 4, 5, 6].map(name))
      })
    }

    it('the next page works on another server of the same database, and so after a restart', async () => {
      const { services } = currentApp()
      const first = await search({ ...query, limit: 2 })
      const other = await TestApp.start({ environment: { OVERHEARD_DATABASE: services.config.database } })
      const there = new Api(other.url, api.key)

      const second = await there.call('searchEpisodes', {
        query: { ...query, limit: 2, cursor: first.body.next_cursor },
      })
      const third = await search({ ...query, limit: 50, cursor: second.body.next_cursor })
      await other.close()

      const titles = [first, second, third].flatMap(titlesOf)
      expect(titles.sort()).to.deep.equal([0, 1, 2, 3, 4, 5, 6].map(name))
      expect(third.body.next_cursor).to.equal(null)
    })

    it('the cursor of a best match expires an hour after its first page', async () => {
      const { clock } = currentApp()
      const { body } = await search(query)

      clock.advance(HOUR_MS)
      const inTime = await search({ ...query, cursor: body.next_cursor })
      clock.advance(1)
      const late = await search({ ...query, cursor: body.next_cursor })
      clock.advance(-HOUR_MS - 1)

      expect(inTime.status).to.equal(200)
      expect(late.body.error.code).to.equal('stale_cursor')
    })

    it('the cursor of a search with the default window expires at midnight', async () => {
      const { clock } = currentApp()
      const given = { ...query, order_by: 'published_at', since: '2026-11-01', until: '2026-11-20' }
      const { since, until, ...open } = given
      const byDefault = await search(open)
      const asGiven = await search(given)

      clock.advance(DAY_MS / 2)
      const stale = await search({ ...open, cursor: byDefault.body.next_cursor })
      const going = await search({ ...given, cursor: asGiven.body.next_cursor })
      clock.advance(-DAY_MS / 2)

      expect(stale.body.error.code).to.equal('stale_cursor')
      expect(going.status).to.equal(200)
    })

    it('a cursor is refused with another query, but works with any limit', async () => {
      const { body } = await search({ ...query, until: '2026-11-20', since: '2026-11-01' })
      const own = { ...query, until: '2026-11-20', since: '2026-11-01', cursor: body.next_cursor }

      const other = await Promise.all(
        [
          { q: 'elands' },
          { scope: 'metadata' },
          { podcast_id: undefined },
          { since: '2026-11-02' },
          { until: '2026-11-19' },
          { order_by: 'published_at' },
        ].map((change) => search({ ...own, ...change })),
      )
      const foreign = await (await anApi()).call('searchEpisodes', { query: { scope: 'transcript', ...own } })
      const wider = await search({ ...own, limit: 50, order_dir: 'asc' })
      const broken = await search({ ...own, cursor: `${body.next_cursor}x` })

      for (const { body: refused } of [...other, foreign]) expect(refused.error.code).to.equal('stale_cursor')
      expect(titlesOf(wider)).to.have.length(5)
      expect(broken.body.error.code).to.equal('invalid_cursor')
    })
  })

  it('a best match continues newest first after the rows that are ranked', async () => {
    const { db, clock } = currentApp()
    const podcast = await aPodcast()
    const count = STORED_ROWS + 60
    const publishedAt = (number: number) => clock.now() - number * 60_000
    await db.transaction(async (db) => {
      for (let number = 0; number < count; number++) {
        const says = number % 2 === 0 ? 'caribou' : 'caribou caribou'
        const given = { podcast, says, title: `${number}`, publishedAt: publishedAt(number) }
        await anEpisode(given, { db, now: clock.now() })
      }
    })
    const query = { q: 'caribou', scope: 'transcript', podcast_id: podcast.uuid, limit: 50 }

    const titles = await walk(api, query, async (page) => {
      const added = {
        podcast,
        title: 'added',
        says: 'caribou '.repeat(page),
        publishedAt: publishedAt(count / 2),
      }
      if (page % 10 === 0) await anEpisode(added)
    })

    const numbers = titles.filter((title) => title !== 'added').map(Number)
    const behind = numbers.slice(STORED_ROWS)
    expect(new Set(numbers).size).to.equal(count)
    expect(numbers).to.have.length(count)
    expect(behind).to.deep.equal([...behind].sort((a, b) => a - b))
  })

  it('a search is answered with search_unavailable while the index cannot answer, and works again later', async () => {
    const { db } = currentApp()
    await anEpisode({ title: 'Healed', says: 'bongo' })
    const table = db.engine === 'sqlite' ? 'transcript_index_recent' : 'transcript_index'
    await db.run(`ALTER TABLE ${table} RENAME TO hidden`)

    const away = await search({ q: 'bongo' })
    await db.run(`ALTER TABLE hidden RENAME TO ${table}`)
    const back = await search({ q: 'bongo' })

    expect(away.status).to.equal(503)
    expect(away.body.error.code).to.equal('search_unavailable')
    expect(away.headers.get('retry-after')).to.equal('5')
    expect(titlesOf(back)).to.deep.equal(['Healed'])
  })
})
