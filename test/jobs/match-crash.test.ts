import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { TranscriptMatcher } from '../../lib/alerts/transcript-matcher.js'
import { systemIds } from '../../lib/ids.js'
import { leaseRows } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { insertWebhook } from '../../lib/webhooks/webhook-store.js'
import { anAlert, anEpisodeSaying } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { anApi, aTeam, type TestTeam } from '../support/factories.js'

const CHILD = fileURLToPath(new URL('../support/match-child.js', import.meta.url))
/** Two thirds of them hit an episode: more than one transaction records. */
const ALERTS = 90
const EPISODES = 12
const KILLS = 20
/** Longer than any lease. */
const LEASE_MS = 60_000

/** A process that matches; resolves once it is about to begin. */
async function startChild(now: number): Promise<ChildProcess> {
  const { database } = currentApp().services.config
  const child = spawn(process.execPath, [CHILD, database, String(now)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(child.stdout!, 'data'), once(child, 'close')])
  return child
}

async function finished(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}

describe('matching that is killed, or done twice', () => {
  useApp({ environment: { OVERHEARD_PLAN_ALERTS: 'pro=1000' } })

  let team: TestTeam
  let expected: string[]

  beforeEach(async () => {
    const { db, clock, services } = currentApp()
    for (const table of ['matches', 'deliveries', 'transcripts', 'alerts'])
      await db.run(`DELETE FROM ${table}`)
    team = await aTeam()
    const webhook = { url: 'https://receiver.example.org/', secret: 'whsec_AAAA', now: clock.now() }
    await insertWebhook(db, { uuid: services.ids.uuid(), teamId: team.id, ...webhook })
    const api = await anApi({ team })
    const alerts: string[] = []
    for (let n = 0; n < ALERTS; n++) alerts.push((await anAlert(api, { keywords: [`word${n}`] })).id)
    expected = []
    for (let n = 0; n < EPISODES; n++) {
      const said = alerts.map((_, alert) => alert).filter((alert) => (n + alert) % 3 > 0)
      const episode = await anEpisodeSaying(said.map((alert) => `Now word${alert}.`))
      expected.push(...said.map((alert) => `${alerts[alert]} ${episode.uuid}`))
    }
    expected.sort()
  })

  /** What must hold whatever happened: every match once, each with its delivery, and the day's counts right. */
  async function expectEverythingOnce(): Promise<void> {
    const { db } = currentApp()
    const rows = await db.all<{ body: string }>('SELECT body FROM matches')
    const matches = rows.map(({ body }) => JSON.parse(body))
    expect(matches.map(({ alert_id, episode }) => `${alert_id} ${episode.id}`).sort()).to.deep.equal(expected)
    const deliveries = await db.all<{ match_uuid: string }>('SELECT match_uuid FROM deliveries')
    expect(deliveries.map(({ match_uuid }) => match_uuid).sort()).to.deep.equal(
      matches.map(({ id }) => id).sort(),
    )
    const counted = await db.get<{ sum: number }>('SELECT sum(match_count) AS sum FROM alerts')
    expect(counted!.sum).to.equal(expected.length)
  }

  it('every match is recorded exactly once after twenty kills', async function () {
    this.timeout(120_000)
    let now = currentApp().clock.now()
    let killed = 0
    for (let round = 0; round < KILLS; round++) {
      const child = await startChild(now)
      await pause(Math.random() * 25)
      if (child.kill('SIGKILL')) killed++
      await finished(child)
      now += LEASE_MS
    }

    await finished(await startChild(now))

    expect(killed).to.be.greaterThan(0)
    await expectEverythingOnce()
  })

  it('matches of a transcript that were recorded before a failure stay, and a repeat records the others', async () => {
    const { db, clock, services } = currentApp()
    const now = clock.now()
    // Two ids for each match: its own, and that of its delivery.
    let idsLeft = 2 * 55
    const ids = {
      ...systemIds,
      uuid() {
        if (idsLeft-- === 0) throw new Error('no id is left')
        return systemIds.uuid()
      },
    }
    const { documents } = services
    const matcher = new TranscriptMatcher({ db, documents, ids, matchesPerDay: 1000, hasClassifier: false })
    const lease = { now, until: now + LEASE_MS, limit: 1 }
    const [leased] = await leaseRows(db, QUEUES.match, lease, 'episode_id AS id')

    const failure = await matcher.matchTranscript(leased!, now).catch(({ message }) => message)
    const recorded = await db.get<{ count: number }>('SELECT count(*) AS count FROM matches')
    await finished(await startChild(now + LEASE_MS))

    expect(failure).to.equal('no id is left')
    expect(recorded!.count).to.equal(50)
    await expectEverythingOnce()
  })

  it('every match is recorded exactly once by two workers on one database', async () => {
    const now = currentApp().clock.now()

    const children = await Promise.all([startChild(now), startChild(now)])
    await Promise.all(children.map(finished))

    await expectEverythingOnce()
  })
})
