import { expect } from 'chai'
import type { LeasedRow } from '../../lib/queue/failure.js'
import { POLICIES } from '../../lib/queue/policies.js'
import { LEASE_MS, leaseRows, type Queue } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { type Step, Worker } from '../../lib/queue/worker.js'
import { anEpisodeSaying } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { until } from '../support/until.js'

describe('leases of long work', () => {
  useApp()

  const clock = () => currentApp().clock

  /** A worker that extends its leases all the time. `start` begins work on a row; the function it returns ends it. */
  function aWorker(queue: Queue = QUEUES.match) {
    const ends = new Map<LeasedRow, Promise<void>>()
    const step: Step<LeasedRow> = {
      name: 'match',
      queue,
      policy: POLICIES.match,
      concurrency: 8,
      counts: {},
      lease: async () => [],
      work: (row) => ends.get(row)!,
    }
    const worker = new Worker(currentApp().services, step, 1)
    return function start(row: LeasedRow): () => Promise<void> {
      let end = () => {}
      ends.set(row, new Promise((resolve) => (end = resolve)))
      const done = worker.workOn(row, { counts: {}, abort: new AbortController().signal })
      return () => {
        end()
        return done
      }
    }
  }

  /** Leases the due transcripts. */
  function lease(): Promise<LeasedRow[]> {
    const times = { now: clock().now(), until: clock().now() + LEASE_MS }
    const columns = 'episode_id AS id, match_tries AS tries, held_at AS since'
    return leaseRows(currentApp().db, QUEUES.match, times, columns)
  }

  /** The end of the lease of a transcript. */
  async function endOf({ id }: LeasedRow): Promise<number> {
    const row = await currentApp().db.get<{ due: number }>(
      'SELECT match_due_at AS due FROM transcripts WHERE episode_id = :id',
      { id },
    )
    return row!.due
  }

  const isExtended = (row: LeasedRow) => until(async () => (await endOf(row)) === clock().now() + LEASE_MS)

  it('leases are extended while the work is running, and not afterwards', async () => {
    await anEpisodeSaying('A zeppelin.')
    await anEpisodeSaying('A balloon.')
    const [one, two] = (await lease()) as [LeasedRow, LeasedRow]
    const start = aWorker()
    const endOne = start(one)
    const endTwo = start(two)
    clock().advance(LEASE_MS / 2)
    await isExtended(one)
    await isExtended(two)

    await endTwo()
    const last = await endOf(two)
    clock().advance(LEASE_MS / 2)
    await isExtended(one)
    await endOne()

    expect(await endOf(two)).to.equal(last)
  })

  it('a second lease of a row is extended after the work under the first has ended', async () => {
    await anEpisodeSaying('A zeppelin.')
    const [lost] = (await lease()) as [LeasedRow]
    clock().advance(LEASE_MS)
    const [kept] = (await lease()) as [LeasedRow]
    const start = aWorker()
    const endLost = start(lost)
    const endKept = start(kept)

    await endLost()
    clock().advance(LEASE_MS / 2)

    await isExtended(kept)
    await endKept()
  })

  it('a lease that cannot be extended does not change the result of the work', async () => {
    const row = { id: 1, leasedUntil: 0, tries: 0, since: 0 }
    let extensions = 0
    const start = aWorker({
      ...QUEUES.match,
      get table() {
        extensions++
        return 'no_such_table'
      },
    })

    const end = start(row)
    await until(() => extensions > 1)

    await end()
  })
})
