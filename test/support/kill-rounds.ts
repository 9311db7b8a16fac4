import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import type { Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { Api, type Json } from './api.js'
import { anAuthority } from './certificates.js'
import { Cli } from './cli.js'
import { Cluster } from './cluster.js'
import { expectEachOnce, matchName } from './each-once.js'
import { aFeed, anItem, aVtt, FeedServer } from './feed-server.js'
import { aReceiver, type Receiver } from './https-receiver.js'
import { MailServer } from './mail-server.js'
import { aReader, type Reader } from './readers.js'

const ALERTS = 10
const FEEDS = 4
const EPISODES_AN_IMPORT = 8
const POLL_MS = 2_000
const REQUESTS_A_MINUTE = 120
const IMPORTED = 'https://feeds.example.org/imported.xml'
/** Longest pause between two kills. */
const QUIET_MS = 700
/** Longer than any lease. */
const LEASES_MS = 60_000
const TIMEOUT_MS = 180_000

const keyword = (alert: number) => `signal${alert}`
const isoNow = () => new Date().toISOString()

export interface KillRoundsOptions {
  rounds: number
  /** What dead processes had leased is free at once in the end, not after the minute that it takes. */
  leasesRunOutAtOnce: boolean
  /** Told of every round. */
  report?(line: string): void
}

/** What came of the rounds, for people. */
export interface KillRoundsReport {
  kills: number
  episodes: number
  matches: number
  /** Requests that the receiver got beyond one for each delivery. */
  repeated: number
  requests: Record<string, number>
  /** What the processes logged as errors: how often each. */
  errors: Record<string, number>
}

const authority = anAuthority()

/** A request that was sent; what is not known of it is undefined. */
interface Sent {
  status: number | undefined
  /** The minute in which it was counted, as the server said. */
  minute: string | null
}

/**
 * Two API servers and three workers on one PostgreSQL, with imports, feeds and requests going on: each round kills a
 * random one or two of the five and starts them again. In the end everything that was expected must be there once.
 */
export class KillRounds {
  private readonly sent: Sent[] = []
  private readonly feeds: Array<{ items: string[]; polledAt: number[] }> = []
  /** `alert id` and `title` of every match that must be. */
  private readonly expected = new Set<string>()
  private readonly alerts: string[] = []
  /** Of the team whose alerts they are. */
  private key = ''
  private secret = ''
  /** Of another account, who asks more than it may. */
  private asker: Reader | undefined
  private episodes = 0
  private isOver = false
  /** When leases were made to run out. */
  private leasesRanOutAt = Number.POSITIVE_INFINITY

  private constructor(
    private readonly cli: Cli,
    private readonly cluster: Cluster,
    private readonly receiver: Receiver,
    private readonly publisher: FeedServer,
    private readonly mailServer: MailServer,
    private readonly db: Db & { close(): Promise<void> },
  ) {}

  static async make(): Promise<KillRounds> {
    const [receiver, publisher, mailServer] = [
      await aReceiver(authority.issue()),
      await FeedServer.start(),
      await MailServer.start(),
    ]
    const cli = new Cli({
      OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
      OVERHEARD_ALERT_MATCHES_PER_DAY: '1000000',
      OVERHEARD_FEED_POLL_MINUTES: String(POLL_MS / 60_000),
      OVERHEARD_TRANSCRIBER: 'off',
      OVERHEARD_SMTP_URL: mailServer.url,
    })
    const ca = join(cli.folder, 'ca.pem')
    writeFileSync(ca, authority.ca)
    cli.environment.NODE_EXTRA_CA_CERTS = ca
    await cli.json(['account', 'list'])
    return new KillRounds(cli, new Cluster(cli), receiver, publisher, mailServer, connect(cli.database))
  }

  /** @throws AssertionError of what is not there, or not once */
  async run(options: KillRoundsOptions): Promise<KillRoundsReport> {
    const { rounds, leasesRunOutAtOnce, report = () => undefined } = options
    await this.setUp()
    const going = Promise.all([this.importing(), this.asking(0), this.asking(1)])
    // Heard of when the rounds are over.
    going.catch(() => undefined)
    const kills = await this.killAll(rounds, report)
    this.isOver = true
    await going
    if (leasesRunOutAtOnce) await this.runLeasesOut()
    await this.settled()
    await this.digestThrice()
    await this.expectEverythingOnce()
    return {
      kills,
      episodes: this.episodes,
      matches: this.expected.size,
      repeated: this.receiver.requests.length - this.expected.size,
      requests: countsOf(this.sent.map(({ status }) => String(status ?? 'cut off'))),
      errors: countsOf(this.cluster.log.map(messageOf)),
    }
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    this.isOver = true
    await this.db.close()
    await this.cli.close()
    await Promise.all([this.receiver.close(), this.publisher.close(), this.mailServer.close()])
  }

  private async setUp(): Promise<void> {
    const { cli, cluster, db } = this
    const { key, userId } = await aReader(db)
    this.key = key
    this.asker = await aReader(db)
    await savePodcast(
      db,
      { feedUrl: IMPORTED, title: 'Imported' },
      { uuid: systemIds.uuid(), now: Date.now() },
    )
    await cluster.start('server', 'server', 'worker', 'worker', 'worker')
    for (let alert = 0; alert < ALERTS; alert++) {
      const wanted = { name: `Alert ${alert}`, keywords: [keyword(alert)], recipient_user_ids: [userId] }
      this.alerts.push((await this.post('/alerts', wanted)).id)
    }
    this.secret = (await this.post('/webhooks', { url: this.receiver.url() })).secret
    // Some time under way, so that kills find deliveries that are.
    this.receiver.answerWith((_, response) => {
      setTimeout(() => response.writeHead(204).end(), Math.random() * 50)
    })
    const urls = Array.from({ length: FEEDS }, (_, number) => this.publish(number))
    await cli.json(['feed', 'add', ...urls])
  }

  private publish(number: number): string {
    const feed = { items: [] as string[], polledAt: [] as number[] }
    this.feeds.push(feed)
    return this.publisher.serve(`/${number}.xml`, (_, response) => {
      feed.polledAt.push(performance.now())
      response.end(aFeed(feed.items, { title: `Show ${number}` }))
    })
  }

  /** A new episode; two alerts of three hear of it. */
  private newEpisode(): { title: string; says: string[] } {
    const number = this.episodes++
    const title = `Episode ${number}.`
    const heard = this.alerts.map((_, alert) => alert).filter((alert) => (number + alert) % 3 > 0)
    for (const alert of heard) this.expected.add(`${this.alerts[alert]} ${title}`)
    return { title, says: heard.map((alert) => `Now to ${keyword(alert)}.`) }
  }

  private async importing(): Promise<void> {
    while (!this.isOver) {
      const lines = Array.from({ length: EPISODES_AN_IMPORT }, () => {
        const { title, says } = this.newEpisode()
        const segments = says.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
        const names = { type: 'episode', feed_url: IMPORTED, guid: title, title, published_at: isoNow() }
        return JSON.stringify({ ...names, transcript: { language: 'en', segments } })
      })
      await this.cli.json(['import', '-'], { input: lines.join('\n') })
    }
  }

  private publishEpisodes(): void {
    for (const [number, { items }] of this.feeds.entries()) {
      const { title, says } = this.newEpisode()
      const file = `/${number}-${items.length}.vtt`
      const url = this.publisher.serve(file, { headers: { 'content-type': 'text/vtt' }, body: aVtt(...says) })
      items.push(
        anItem({
          guid: title,
          title,
          date: isoNow(),
          more: `<podcast:transcript url="${url}" type="text/vtt"/>`,
        }),
      )
    }
  }

  /** One request after the other, to whichever servers there are. */
  private async asking(first: number): Promise<void> {
    const paths = ['/me', '/podcasts/search?q=show', '/episodes/search?scope=transcript&q=signal1']
    for (let turn = first; !this.isOver; turn++) {
      const { urls } = this.cluster
      if (urls.length > 0) await this.ask(`${urls[turn % urls.length]}/api/v1${paths[turn % paths.length]}`)
      await pause(50)
    }
  }

  private async ask(url: string): Promise<void> {
    const sent: Sent = { status: undefined, minute: null }
    this.sent.push(sent)
    try {
      const response = await fetch(url, { headers: { authorization: `Bearer ${this.asker!.key}` } })
      sent.status = response.status
      sent.minute = response.headers.get('x-ratelimit-reset')
      await response.arrayBuffer()
    } catch {
      // The server was killed.
    }
  }

  private async post(path: string, body: Json): Promise<Json> {
    return (await new Api(this.cluster.urls[0]!, this.key).post(path, body)).body
  }

  private async killAll(rounds: number, report: (line: string) => void): Promise<number> {
    const { cluster } = this
    let kills = 0
    for (let round = 1; round <= rounds; round++) {
      this.publishEpisodes()
      await pause(Math.random() * QUIET_MS)
      const first = Math.floor(Math.random() * cluster.members.length)
      const second =
        (first + 1 + Math.floor(Math.random() * (cluster.members.length - 1))) % cluster.members.length
      const chosen = Math.random() < 0.5 ? [first] : [first, second]
      await Promise.all(chosen.map((index) => cluster.kill(index)))
      await Promise.all(chosen.map((index) => cluster.restart(index)))
      kills += chosen.length
      const names = chosen.map((index) => cluster.members[index]!.name).join(' and ')
      report(`round ${round}: killed ${names}; ${this.expected.size} matches so far`)
    }
    return kills
  }

  /** What a killed worker had is free again after a minute at most; here that minute passes at once. */
  private async runLeasesOut(): Promise<void> {
    const changes = {
      deliveries: "due_at = due_at - :minute WHERE status = 'pending'",
      webhooks: 'next_due_at = next_due_at - :minute',
      transcripts: 'match_due_at = match_due_at - :minute',
      episodes: 'transcript_due_at = transcript_due_at - :minute WHERE transcript_leased_until IS NOT NULL',
      feeds: 'poll_due_at = poll_due_at - :minute WHERE poll_leased_until IS NOT NULL',
    }
    this.leasesRanOutAt = performance.now()
    for (const [table, change] of Object.entries(changes)) {
      await this.db.transaction(async (db) => {
        // Workers lock rows in another order: without this, each could wait for the other.
        await db.run(`LOCK TABLE ${table} IN EXCLUSIVE MODE`)
        await db.run(`UPDATE ${table} SET ${change}`, { minute: LEASES_MS })
      }, 'read committed')
    }
  }

  /** Until nothing is under way any more. */
  private async settled(): Promise<void> {
    const giveUpAt = performance.now() + TIMEOUT_MS
    const state = () =>
      this.db.get<{ episodes: number; unmatched: number; open: number }>(
        `SELECT (SELECT count(*) FROM transcripts) AS episodes,
                (SELECT count(*) FROM transcripts WHERE match_due_at IS NOT NULL) AS unmatched,
                (SELECT count(*) FROM deliveries WHERE status = 'pending') AS open`,
      )
    for (;;) {
      const { episodes, unmatched, open } = (await state())!
      if (episodes === this.episodes && unmatched === 0 && open === 0) return
      if (performance.now() > giveUpAt) {
        const found = `${episodes} of ${this.episodes} episodes, ${unmatched} not matched, ${open} not delivered`
        throw new Error(`it does not come to an end: ${found}; ${this.cluster.deaths.join('; ')}`)
      }
      await pause(100)
    }
  }

  /** Three digests at once: each match is mailed once. */
  private async digestThrice(): Promise<void> {
    await Promise.all([1, 2, 3].map(() => this.cli.json(['job', 'run', 'digest'])))
  }

  private async expectEverythingOnce(): Promise<void> {
    expect(this.cluster.deaths, 'processes that ended although nobody killed them').to.deep.equal([])
    const { requests } = this.receiver
    await expectEachOnce(this.db, { expected: this.expected, requests, secret: this.secret })
    await this.expectMatches()
    this.expectMails()
    this.expectPolls()
    await this.expectCounts()
    expect(await this.cluster.stop(), 'exit codes').to.deep.equal([0, 0, 0, 0, 0])
  }

  private async expectMatches(): Promise<void> {
    const expected = [...this.expected].sort()
    const counted = await this.db.get<{ sum: number }>('SELECT sum(match_count) AS sum FROM alerts')
    expect(counted!.sum, 'the counts of the day').to.equal(expected.length)
    for (const url of this.cluster.urls) {
      const shown: string[] = []
      for (const alert of this.alerts) shown.push(...(await this.matchesOf(url, alert)).map(matchName))
      expect(shown.sort(), 'matches over the API').to.deep.equal(expected)
    }
  }

  private async matchesOf(url: string, alert: string): Promise<Json[]> {
    const matches: Json[] = []
    let cursor = ''
    for (;;) {
      const query = { limit: 100, ...(cursor !== '' && { cursor }) }
      const { status, body } = await new Api(url, this.key).get(`/alerts/${alert}/matches`, query)
      // The minute's requests are used up.
      if (status === 429) await pause(1000)
      else matches.push(...body.results)
      if (status !== 429 && !body.next_cursor) return matches
      if (status !== 429) cursor = body.next_cursor
    }
  }

  private expectMails(): void {
    const mails = new Map(this.mailServer.mails.map((mail) => [mail.messageId, mail.text ?? '']))
    const titles = [...mails.values()].flatMap((text) => text.match(/^Episode \d+\.$/gm) ?? [])
    const expected = [...this.expected].map((name) => name.slice(name.indexOf('Episode')))
    expect(countsOf(titles), 'matches in mails').to.deep.equal(countsOf(expected))
  }

  /**
   * Never two polls of a feed within the shortest time between them. Where a lease was made to run out, its holder may
   * have been alive, so that one poll of the feed after that is one too many.
   */
  private expectPolls(): void {
    for (const { polledAt } of this.feeds) {
      const withoutOne = polledAt.flatMap((at, index) =>
        at < this.leasesRanOutAt ? [] : [[...polledAt.slice(0, index), ...polledAt.slice(index + 1)]],
      )
      const shortest = Math.max(...[polledAt, ...withoutOne].map(shortestGap))
      expect(shortest, 'milliseconds between two polls').to.be.above(POLL_MS * 0.95)
    }
  }

  /** Every answered request is counted; of those without an answer nobody knows. */
  private async expectCounts(): Promise<void> {
    const { requests } = await this.cli.json(['account', 'usage', this.asker!.accountId])
    const answered = this.sent.filter(({ status }) => status !== undefined)
    expect(['200', '429']).to.include.members(answered.map(({ status }) => String(status)))
    expect(requests.used, 'requests counted').to.be.within(answered.length, this.sent.length)
    const served = countsOf(
      this.sent.flatMap(({ status, minute }) => (status === 200 ? [String(minute)] : [])),
    )
    expect(Math.max(...Object.values(served)), 'requests of a minute').to.be.at.most(REQUESTS_A_MINUTE)
  }
}

const shortestGap = (times: readonly number[]) =>
  Math.min(...times.slice(1).map((at, index) => at - times[index]!))

function messageOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line)
    return err ? `${msg}: ${err.message}` : msg
  } catch {
    return line
  }
}

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
