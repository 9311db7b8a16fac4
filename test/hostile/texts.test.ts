import { expect } from 'chai'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anApi } from '../support/factories.js'
import { anItem, aVtt } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../support/feeds.js'
import { fill, MARKS } from '../support/hostile-texts.js'
import { runJob } from '../support/jobs.js'
import { measureProcessorTimes } from '../support/processor-times.js'

const START = '2026-11-20T12:00:20.000Z'
const TODAY = '2026-11-20T07:00:00Z'
/** Each of these blocked requests for seconds; a quiet machine shows some ten milliseconds. */
const LONGEST_BLOCK_MS = 1000
/** What may be added to a process that has just started; with its 100 MB that is under 700 MB. */
const LARGEST_GROWTH = 600_000_000

const SAMPLED_EVERY_MS = 5

/**
 * Runs work beside the server of this process, and says for how many milliseconds at most nobody was answered, less the
 * time for which threads of this process waited for a processor.
 */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = { at: performance.now(), measure: measureProcessorTimes(process.pid) }
  const look = () => {
    const took = performance.now() - before.at
    const { workedMs, waitedMs } = before.measure()
    longest = Math.max(longest, workedMs, took - waitedMs)
    before = { at: performance.now(), measure: measureProcessorTimes(process.pid) }
  }
  const sampling = setInterval(look, SAMPLED_EVERY_MS)
  await work()
  look()
  clearInterval(sampling)
  return longest
}

describe('a hostile text', () => {
  useApp({ environment: { ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'off' } })
  const publisher = usePublisher()
  let api: Api
  let atStart = 0
  let largest = 0
  let sampling: NodeJS.Timeout

  before(async () => {
    api = await anApi()
    atStart = process.memoryUsage.rss()
    sampling = setInterval(() => {
      largest = Math.max(largest, process.memoryUsage.rss())
    }, 50)
  })

  after(() => clearInterval(sampling))
  afterEach(() => currentApp().clock.set(START))

  const feeds: Record<string, () => string[]> = {
    'a description of combining marks': () => [
      anItem({ guid: '1', date: TODAY, more: `<description>a${fill(MARKS, 500_000)}</description>` }),
    ],
    'a title of combining marks': () => [
      anItem({ guid: '1', date: TODAY, title: `a${fill(MARKS, 500_000)}` }),
    ],
    'an item of 90,000 transcripts': () => [
      anItem({
        guid: '1',
        date: TODAY,
        more: Array.from(
          { length: 90_000 },
          (_, at) => `<podcast:transcript url="http://127.0.0.1:9/${at}"/>`,
        ).join(''),
      }),
    ],
    'descriptions of long Chinese texts': () =>
      Array.from({ length: 30 }, (_, at) =>
        anItem({
          guid: `${at}`,
          date: TODAY,
          more: `<description>${fill('今天我们来谈谈', 150_000)}</description>`,
        }),
      ),
  }
  for (const [name, items] of Object.entries(feeds)) {
    it(`a feed with ${name} delays no request, at its admission and when it is polled`, async () => {
      const url = publisher.publish(items())

      const admission = await longestBlock(async () => publisher.follow(url))
      const other = await publisher.follow(publisher.publish([], { path: '/other.xml' }))
      publisher.publish([...items(), anItem({ guid: 'new', date: TODAY, title: 'New' })])
      currentApp().clock.advance(MUCH_LATER_MS)
      const poll = await longestBlock(() => runJob('poll'))

      expect(Math.max(admission, poll)).to.be.lessThan(LONGEST_BLOCK_MS)
      expect((await publisher.health(other)).lastError).to.equal('')
    })
  }

  const files: Record<string, () => string> = {
    'nine million quotes': () => `# T\n${fill('> ', 18_000_000)}`,
    'a YAML head of 66,000 keys': () =>
      `---\n${Array.from({ length: 66_000 }, (_, at) => `k${at}: 1`).join('\n')}\n---\nThe text.`,
    'a YAML head of escapes': () => `---\na: "${fill('\\x41', 400_000)}"\n---\nThe text.`,
    'links that never end': () => `# T\n\n${fill('[a](', 2_000_000)}`,
    'dashes between sentences': () => aVtt(fill('A. - ', 1_000_000)),
    'nothing but combining marks': () => aVtt(`a${fill(MARKS, 1_000_000)}`),
    'ten million objects': () => `[${fill('{},', 19_000_000)}{}]`,
  }
  for (const [name, file] of Object.entries(files)) {
    it(`a transcript of ${name} delays no request, and is not fetched again at once`, async () => {
      publisher.server.serve('/file', { body: file(), headers: { 'content-type': 'text/plain' } })
      const link = '<podcast:transcript url="/file" type="text/plain"/>'
      await publisher.follow(publisher.publish([anItem({ guid: '1', date: TODAY, more: link })]))

      const block = await longestBlock(() => runJob('transcribe'))
      await runJob('transcribe')

      expect(block).to.be.lessThan(LONGEST_BLOCK_MS)
      expect(publisher.server.count('/file')).to.equal(1)
    })
  }

  const searched: Array<[what: string, text: () => string, terms: string[]]> = [
    ['one word again and again', () => fill('a a ', 3_000_000), ['a a', 'a a a']],
    ['underscores', () => fill('x______ ', 3_000_000), ['___', '____', '_____', '__ x', '______']],
    ['combining marks', () => `abc ${fill(MARKS, 3_000_000)}`, ['abc']],
  ]
  for (const [name, text, terms] of searched) {
    it(`a stored text of ${name} delays no request for excerpts, pages and files`, async () => {
      const sentences = text().match(/.{1,200}/gs)!
      publisher.server.serve('/file', {
        body: sentences.join('.\n\n'),
        headers: { 'content-type': 'text/plain' },
      })
      const link = '<podcast:transcript url="/file" type="text/plain"/>'
      const feed = await publisher.follow(publisher.publish([anItem({ guid: '1', date: TODAY, more: link })]))
      await runJob('transcribe')
      const [episode] = await publisher.episodes(feed)
      const params = { episode_id: episode!.id }

      const block = await longestBlock(async () => {
        const excerpts = await api.call('getTranscriptExcerpts', { params, query: { q: terms } })
        expect(excerpts.body.total_hits).to.be.greaterThan(0)
        await api.call('readTranscript', { params })
      })

      expect(block).to.be.lessThan(LONGEST_BLOCK_MS)
    })
  }

  it('a hostile text never takes more than 600 MB of memory beside what the process had', () => {
    expect(largest).to.be.greaterThan(0)
    expect(largest - atStart).to.be.lessThan(LARGEST_GROWTH)
  })
})
