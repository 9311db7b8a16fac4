import { expect } from 'chai'
import { DAY_MS } from '../../lib/clock.js'
import type { Answer, Api, Query } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { anApi } from '../support/factories.js'

const at = (instant: string) => Date.parse(instant)
const titlesOf = ({ body }: Answer): string[] => body.results.map(({ title }: { title: string }) => title)
const UNKNOWN = '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55'

/** The titles on every page of a paged operation. */
async function walk(
  page: (cursor: string) => Promise<Answer>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer: Answer = await page(cursor)
    expect(answer.status, answer.text).to.equal(200)
    titles.push(...titlesOf(answer))
    cursor = answer.body.next_cursor
    await between()
  }
  return titles
}

describe('podcasts', () => {
  useApp()
  let api: Api
  beforeEach(async () => {
    api = await anApi()
  })

  describe('GET /podcasts/search', () => {
    const search = (query: Query) => api.call('searchPodcasts', { query })

    it('a podcast has the date of its newest episode that is not in the future', async () => {
      const podcast = await aPodcast({
        feedUrl: 'https://feeds.example.org/warm.xml',
        title: 'Warm Zrooms',
        description: 'About walls.',
        author: 'Two engineers',
        explicit: true,
        imageUrl: 'https://example.org/cover.jpg',
        itunesId: 42,
        language: 'en-GB',
        categories: ['Home & Garden'],
      })
      for (const publishedAt of [at('2026-11-18T08:00:00Z'), at('2026-11-01T00:00:00Z'), null]) {
        await anEpisode({ podcast, publishedAt })
      }
      await anEpisode({ podcast, publishedAt: currentApp().clock.now() + 1 })

      const { body } = await search({ q: 'zroom' })

      expect(body).to.deep.equal({
        results: [
          {
            id: podcast.uuid,
            title: 'Warm Zrooms',
            description: 'About walls.',
            author: 'Two engineers',
            explicit: true,
            feed_url: 'https://feeds.example.org/warm.xml',
            image_url: 'https://example.org/cover.jpg',
            itunes_id: 42,
            language: 'en-GB',
            last_episode_at: '2026-11-18T08:00:00.000Z',
          },
        ],
        next_cursor: null,
      })
    })

    it('podcasts are found by any part of a name, but only by whole words of a description', async () => {
      await aPodcast({ title: 'Gardening Quokkas' })
      await aPodcast({ title: 'Describer', description: 'All about quokkas.' })

      expect(titlesOf(await search({ q: 'uokka' }))).to.deep.equal(['Gardening Quokkas'])
      expect(titlesOf(await search({ q: 'quokkas' }))).to.deep.equal(['Gardening Quokkas', 'Describer'])
    })

    it('podcasts are found by terms of one or two characters in their names', async () => {
      await aPodcast({ title: 'Brainy kxd' })
      await aPodcast({ title: 'kxd and more' })

      const titles = titlesOf(await search({ q: 'kxd ny' }))

      expect(titles).to.deep.equal(['Brainy kxd'])
    })

    it('an excluded term excludes names that contain it inside a word', async () => {
      await aPodcast({ title: 'Vexil one' })
      await aPodcast({ title: 'Vexil twofold' })

      expect(titlesOf(await search({ q: 'vexil -two' }))).to.deep.equal(['Vexil one'])
    })

    it('terms may match in different fields, and only the chosen fields are searched', async () => {
      await aPodcast({ title: 'Jumbuck', description: 'With billabong.' })

      const both = await search({ q: 'jumbuck billabong' })
      const given = await search({ q: 'jumbuck billabong', fields: ['description', 'title'] })
      const title = await search({ q: 'jumbuck billabong', fields: 'title' })
      const description = await search({ q: 'jumbuck', fields: ['description'] })

      expect([both, given, title, description].map((answer) => titlesOf(answer).length)).to.deep.equal([
        1, 1, 0, 0,
      ])
    })

    it('podcasts are ranked by name before description, names that begin with the term first', async () => {
      await aPodcast({ title: 'Elsewhere', description: 'wyvern wyvern wyvern' })
      await aPodcast({ title: 'My Wyverns' })
      await aPodcast({ title: 'The Wyvern Hour' })
      await aPodcast({ title: 'Wyvern' })

      const titles = titlesOf(await search({ q: 'wyvern' }))

      expect(titles).to.deep.equal(['Wyvern', 'The Wyvern Hour', 'My Wyverns', 'Elsewhere'])
    })

    it('podcasts are sorted by their newest episode in both directions, those without episodes last', async () => {
      for (const [title, day] of [
        ['Hydra middle', '05'],
        ['Hydra never', undefined],
        ['Hydra first', '09'],
        ['Hydra last', '01'],
        ['Hydra middle too', '05'],
        ['Hydra never either', undefined],
      ] as const) {
        const podcast = await aPodcast({ title })
        if (day) await anEpisode({ podcast, publishedAt: at(`2026-11-${day}T00:00:00Z`) })
      }
      const inOrder = (order_dir: string) =>
        walk((cursor) => search({ q: 'hydra', order_by: 'last_episode_at', order_dir, limit: 1, cursor }))

      const middle = ['Hydra middle', 'Hydra middle too']
      const never = ['Hydra never', 'Hydra never either']
      expect(await inOrder('desc')).to.deep.equal(['Hydra first', ...middle, 'Hydra last', ...never])
      expect(await inOrder('asc')).to.deep.equal(['Hydra last', ...middle, 'Hydra first', ...never])
    })

    for (const order of [
      { order_by: 'best_match' },
      { order_by: 'last_episode_at' },
      { order_by: 'last_episode_at', order_dir: 'asc' },
    ]) {
      const name = Object.values(order).join(' ')
      it(`pages of podcasts neither repeat nor miss one while episodes are added, sorted by ${name}`, async () => {
        const word = `Gryphon ${name}`
        const podcasts: Array<{ id: number }> = []
        for (let day = 1; day <= 6; day++) {
          const podcast = await aPodcast({ title: `${word} ${day}` })
          await anEpisode({ podcast, publishedAt: at(`2026-11-0${day}T00:00:00Z`) })
          podcasts.push(podcast)
        }
        let next = 0
        const airNext = async () => {
          const podcast = podcasts[[0, 5, 2, 3][next++ % 4]!]!
          await anEpisode({ podcast, publishedAt: at('2026-11-19T00:00:00Z') + next })
          await aPodcast({ title: `Added ${next}`, description: word })
        }

        const titles = await walk((cursor) => search({ q: word, ...order, limit: 2, cursor }), airNext)

        const old = titles.filter((title) => !title.startsWith('Added')).sort()
        expect(old).to.deep.equal([1, 2, 3, 4, 5, 6].map((day) => `${word} ${day}`))
      })
    }

    it('podcasts are sorted by their newest episode if the query only excludes', async () => {
      for (const day of ['02', '08', '05']) {
        const podcast = await aPodcast({ title: `Kraken ${day}` })
        await anEpisode({ podcast, publishedAt: at(`2030-11-${day}T00:00:00Z`) - 4 * 365 * DAY_MS })
      }
      const { body } = await search({ q: '-zzz -gryphon', fields: 'title', limit: 50 })

      const krakens = titlesOf({ body } as Answer).filter((title) => title.startsWith('Kraken'))
      expect(krakens).to.deep.equal(['Kraken 08', 'Kraken 05', 'Kraken 02'])
      const dates = body.results.map(({ last_episode_at: last }: { last_episode_at: string | null }) => last)
      expect(dates).to.deep.equal([...dates].sort((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1)))
    })

    it('a cursor of a podcast search is refused with another query', async () => {
      for (let number = 0; number < 3; number++) await aPodcast({ title: `Basilisk ${number}` })
      const query = { q: 'basilisk', limit: 1 }
      const { body } = await search(query)
      const own = { ...query, cursor: body.next_cursor }

      const refused = await Promise.all([
        search({ ...own, q: 'basilisks' }),
        search({ ...own, fields: 'title' }),
        search({ ...own, order_by: 'last_episode_at' }),
        (await anApi()).call('searchPodcasts', { query: own }),
        api.call('searchEpisodes', { query: { ...own, scope: 'metadata' } }),
      ])
      const same = await search({ ...own, fields: ['description', 'title'], limit: 2, order_dir: 'asc' })

      for (const answer of refused) expect(answer.body.error.code).to.equal('stale_cursor')
      expect(titlesOf(same)).to.deep.equal(['Basilisk 1', 'Basilisk 2'])
    })

    it('a changed name or description of a podcast is found at once', async () => {
      const feedUrl = 'https://feeds.example.org/renamed.xml'
      await aPodcast({ feedUrl, title: 'Sphinxes', description: 'About riddles.' })
      await aPodcast({ feedUrl, title: 'Chimeras' })

      expect(titlesOf(await search({ q: 'phinx' }))).to.deep.equal([])
      expect(titlesOf(await search({ q: 'himera riddles' }))).to.deep.equal(['Chimeras'])
    })

    it('a podcast whose name has no spaces, as in Japanese, is found by any part of it', async () => {
      await aPodcast({ title: '毎日東京ニュース', description: '天気と交通。' })

      expect(titlesOf(await search({ q: '日東京' }))).to.deep.equal(['毎日東京ニュース'])
      expect(titlesOf(await search({ q: 'ュー 交通' }))).to.deep.equal(['毎日東京ニュース'])
    })
  })

  describe('GET /podcasts/{podcast_id}', () => {
    it('a podcast has its categories and the number of its listed episodes', async () => {
      const podcast = await aPodcast({ categories: ['News & Politics', 'Économie', 'News & Politics'] })
      for (const publishedAt of [at('2026-11-18T08:00:00Z'), at('2027-01-01T00:00:00Z'), null]) {
        await anEpisode({ podcast, publishedAt })
      }

      const { body } = await api.call('getPodcast', { params: { podcast_id: podcast.uuid.toUpperCase() } })

      expect(body).to.deep.include({
        id: podcast.uuid,
        categories: [
          { name: 'News & Politics', slug: 'news-politics' },
          { name: 'Économie', slug: 'economie' },
        ],
        available_episode_count: 3,
        last_episode_at: '2026-11-18T08:00:00.000Z',
      })
    })

    it('a podcast shows changes of the catalogue, and announced episodes, at once', async () => {
      const { clock } = currentApp()
      const podcast = await aPodcast()
      const soon = clock.now() + 60_000
      const shown = async () => {
        const { body } = await api.call('getPodcast', { params: { podcast_id: podcast.uuid } })
        return [body.available_episode_count, body.last_episode_at]
      }

      const empty = await shown()
      await anEpisode({ podcast, publishedAt: soon })
      const announced = await shown()
      clock.advance(60_000)
      const published = await shown()

      expect(empty).to.deep.equal([0, null])
      expect(announced).to.deep.equal([1, null])
      expect(published).to.deep.equal([1, new Date(soon).toISOString()])
    })

    it('an unknown podcast is answered with podcast_not_found', async () => {
      const answer = await api.call('getPodcast', { params: { podcast_id: UNKNOWN } })

      expect(answer.status).to.equal(404)
      expect(answer.body.error.code).to.equal('podcast_not_found')
    })
  })

  describe('GET /podcasts/{podcast_id}/episodes', () => {
    const list = (podcast_id: string, query: Query = {}) =>
      api.call('listPodcastEpisodes', { params: { podcast_id }, query })

    it('episodes are listed newest first, those of one date by the time they were stored, undated ones last', async () => {
      const podcast = await aPodcast()
      for (const [title, publishedAt] of [
        ['undated 1', null],
        ['old', at('2020-01-01T00:00:00Z')],
        ['same 1', at('2026-11-01T00:00:00Z')],
        ['same 2', at('2026-11-01T00:00:00Z')],
        ['future', at('2027-11-01T00:00:00Z')],
        ['undated 2', null],
      ] as const) {
        await anEpisode({ podcast, title, publishedAt })
      }
      const expected = ['future', 'same 2', 'same 1', 'old', 'undated 2', 'undated 1']

      for (const limit of [1, 2, 3, 5, 50]) {
        const titles = await walk((cursor) =>
          list(cursor ? podcast.uuid.toUpperCase() : podcast.uuid, { limit, cursor }),
        )
        expect(titles, `limit ${limit}`).to.deep.equal(expected)
      }
    })

    it('pages of episodes neither repeat nor miss one while episodes are added', async () => {
      const podcast = await aPodcast()
      const now = currentApp().clock.now()
      for (let day = 0; day < 5; day++) {
        await anEpisode({ podcast, title: `day ${day}`, publishedAt: now - day * DAY_MS })
      }
      let added = 0

      const titles = await walk(
        (cursor) => list(podcast.uuid, { limit: 2, cursor }),
        () => anEpisode({ podcast, title: 'added', publishedAt: now - added++ * DAY_MS }),
      )

      const old = titles.filter((title) => title !== 'added')
      expect(old).to.deep.equal([0, 1, 2, 3, 4].map((day) => `day ${day}`))
    })

    it('a cursor of an episode list is refused for another podcast', async () => {
      const [podcast, other] = [await aPodcast(), await aPodcast()]
      for (let number = 0; number < 2; number++) await anEpisode({ podcast })
      const { body } = await list(podcast.uuid, { limit: 1 })

      const refused = await list(other.uuid, { limit: 1, cursor: body.next_cursor })
      const broken = await list(podcast.uuid, { cursor: 'nonsense' })

      expect(refused.body.error.code).to.equal('stale_cursor')
      expect(broken.body.error.code).to.equal('invalid_cursor')
    })

    it('the episodes of an unknown podcast are answered with podcast_not_found', async () => {
      const answer = await list(UNKNOWN)

      expect(answer.body.error.code).to.equal('podcast_not_found')
    })
  })

  describe('GET /episodes/{episode_id}', () => {
    it('an episode has its podcast and a summary of its transcript', async () => {
      const podcast = await aPodcast({ title: 'Warm Rooms', imageUrl: 'https://example.org/c.jpg' })
      const episode = await anEpisode({
        podcast,
        title: 'Walls',
        description: 'Thick ones.',
        episodeNumber: 3,
        seasonNumber: 2,
        publishedAt: at('2026-11-18T08:00:00Z'),
        says: 'Three words here.',
      })

      const { body } = await api.call('getEpisode', { params: { episode_id: episode.uuid.toUpperCase() } })

      expect(body).to.deep.equal({
        id: episode.uuid,
        title: 'Walls',
        description: 'Thick ones.',
        audio_url: '',
        duration_seconds: null,
        episode_number: 3,
        season_number: 2,
        published_at: '2026-11-18T08:00:00.000Z',
        has_transcript: true,
        podcast: { id: podcast.uuid, title: 'Warm Rooms', image_url: 'https://example.org/c.jpg' },
        transcript: { duration_seconds: null, language: 'en', word_count: 3 },
      })
    })

    it('an episode without a transcript has no summary', async () => {
      const { uuid } = await anEpisode()

      const { body } = await api.call('getEpisode', { params: { episode_id: uuid } })

      expect(body).to.include({ has_transcript: false, transcript: null })
    })

    it('an unknown episode is answered with episode_not_found', async () => {
      const answer = await api.call('getEpisode', { params: { episode_id: UNKNOWN } })

      expect(answer.body.error.code).to.equal('episode_not_found')
    })
  })
})
