import { expect } from 'chai'
import { isStatementTimeout } from '../../lib/db/errors.js'
import type { Db } from '../../lib/db/types.js'
import { type LeasedRow, WorkFailure } from '../../lib/queue/failure.js'
import { POLICIES } from '../../lib/queue/policies.js'
import { LEASE_MS, leaseRows } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { ResultSaver } from '../../lib/queue/result-saver.js'
import { type Step, Worker } from '../../lib/queue/worker.js'
import { anEpisodeSaying } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { describeOnPostgres } from '../support/engine.js'

/** More rows than a worker counts outages of. */
const MANY = 1_000

describe('outages', () => {
  useApp()

  const columns = 'episode_id AS id, match_tries AS tries, held_at AS since'

  /** A worker on the queue of matches that does something else with its rows. */
  function aWorker(work: () => Promise<void>) {
    const { db, services } = currentApp()
    const step: Step<LeasedRow> = {
      name: 'match',
      queue: QUEUES.match,
      policy: POLICIES.match,
      concurrency: 8,
      counts: {},
      lease: (lease) => leaseRows(db, QUEUES.match, lease, columns),
      work,
    }
    return new Worker(services, step)
  }

  /** Works on everything that is due. Returns the state of a row afterwards, and lets its pause pass. */
  async function runOnce(worker: Worker<LeasedRow>, id: number) {
    const { db, clock } = currentApp()
    await worker.run(new AbortController().signal)
    const row = await db.get<{ tries: number; dueAt: number | null; setAsideAt: number | null }>(
      `SELECT match_tries AS tries, match_due_at AS "dueAt", match_set_aside_at AS "setAsideAt"
         FROM transcripts WHERE episode_id = :id`,
      { id },
    )
    const pause = row!.dueAt === null ? null : row!.dueAt - clock.now()
    clock.advance(pause ?? 0)
    return { tries: row!.tries, pause, isSetAside: row!.setAsideAt !== null }
  }

  it("a worker forgets a row's outages after those of a thousand other rows, which other workers may have finished", async () => {
    const { clock } = currentApp()
    const { id } = await anEpisodeSaying('A zeppelin.')
    const worker = aWorker(() => Promise.reject(new WorkFailure('no answer', { isServerAway: true })))
    const meetOutage = (lost: number) =>
      worker.workOn(
        { id: -lost, leasedUntil: clock.now() + LEASE_MS, tries: 0, since: clock.now() },
        { counts: {}, abort: new AbortController().signal },
      )

    const first = await runOnce(worker, id)
    const second = await runOnce(worker, id)
    await Promise.all(Array.from({ length: MANY - 1 }, (_, index) => meetOutage(index + 1)))
    clock.advance(LEASE_MS * 3)
    const third = await runOnce(worker, id)
    await Promise.all(Array.from({ length: MANY }, (_, index) => meetOutage(index + 1)))
    clock.advance(LEASE_MS * 3)
    const fourth = await runOnce(worker, id)

    expect([first, second, third, fourth].map(({ pause }) => pause)).to.deep.equal([
      5_000, 10_000, 20_000, 5_000,
    ])
    expect(fourth.tries).to.equal(0)
  })

  describeOnPostgres('on PostgreSQL', () => {
    async function takeTooLong(db: Db): Promise<void> {
      await db.run("SELECT set_config('statement_timeout', '10', true)")
      await db.run('SELECT pg_sleep(60)')
    }

    it('a row whose statements take too long is set aside after its last try', async () => {
      const { db } = currentApp()
      const { id } = await anEpisodeSaying('A zeppelin.')
      const worker = aWorker(() => db.transaction(takeTooLong))
      const { tries } = POLICIES.match.givesUpAfter

      const rows = []
      for (let run = 0; run < tries; run++) rows.push(await runOnce(worker, id))

      expect(rows.map((row) => row.tries)).to.deep.equal(rows.map((_, index) => index + 1))
      expect(rows.map((row) => row.isSetAside)).to.deep.equal(rows.map((_, index) => index === tries - 1))
    })

    it('a result whose statements take too long is given back to its step after three such tries', async () => {
      const { db, services } = currentApp()
      const item = { id: 1, leasedUntil: 0, tries: 0, since: 0 }
      const pass = { counts: {}, abort: new AbortController().signal }
      const loseConnection = (db: Db) => db.run('SELECT pg_terminate_backend(pg_backend_pid())')
      const works: Array<(db: Db) => Promise<unknown>> = [
        loseConnection,
        takeTooLong,
        takeTooLong,
        takeTooLong,
      ]

      const pauses: number[] = []
      const saver = new ResultSaver(services, async (ms) => void pauses.push(ms))

      const error = await saver
        .save(item, pass, () => db.transaction(works.shift()!))
        .catch((error: unknown) => error)

      expect(isStatementTimeout(error)).to.equal(true)
      expect(works).to.deep.equal([])
      expect(pauses).to.deep.equal([1000, 2000, 4000])
    })
  })
})
