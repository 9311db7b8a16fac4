import { join } from 'node:path'
import { insertAlert, nextChangeNumber } from '../../../lib/alerts/alert-store.js'
import { HOUR_MS, MINUTE_MS, systemClock } from '../../../lib/clock.js'
import { readConfig } from '../../../lib/config.js'
import { systemIds } from '../../../lib/ids.js'
import { createLogger } from '../../../lib/logger.js'
import { type Lease, leaseRows } from '../../../lib/queue/queue.js'
import { QUEUES } from '../../../lib/queue/queues.js'
import { createServices } from '../../../lib/services.js'
import { anEpisode, aPodcast } from '../../../test/support/catalogue.js'
import { corpus, nameOf, wordOfRank } from '../corpus.js'
import { ms, quantile } from '../support/numbers.js'
import { aReader } from './end-to-end.js'

const ALERTS = 1_000
const EPISODES = 600
const WORDS = 8_000
const ROUNDS = 5
const MATCHED_A_ROUND = 20
/** People who try keywords, each with one preview after the other. */
const PEOPLE = [0, 1, 4]

/** The time to match one transcript on its thread, with and without previews of breadth beside it, in turns. */
export async function previews(folder: string): Promise<void> {
  const config = readConfig({ OVERHEARD_DATABASE: join(folder, 'previews.db') }, folder)
  const edges = { clock: systemClock, ids: systemIds, logger: createLogger('error', false) }
  const services = await createServices(config, edges, { served: true })
  const { db, matchThread, ids } = services
  const now = Date.now()
  const holder = { db, now }
  const podcast = await aPodcast({ title: 'Bench' }, holder)
  let age = 0
  for (const { title, sentences } of corpus(EPISODES, WORDS, now)) {
    await anEpisode({ podcast, title, publishedAt: now - age, says: sentences }, holder)
    age += 10 * MINUTE_MS
  }
  const { teamId } = await aReader(services)
  await db.transaction(async (db) => {
    for (let number = 0; number < ALERTS; number++) {
      await insertAlert(db, {
        uuid: ids.uuid(),
        teamId,
        createdBy: null,
        name: `Alert ${number}`,
        keywords: [`${wordOfRank(number)} ${nameOf(number)}`],
        question: '',
        useClassifier: false,
        emailEnabled: false,
        isActive: true,
        changeNumber: await nextChangeNumber(db),
        now,
      })
    }
  })

  const times = new Map<number, number[]>(PEOPLE.map((people) => [people, []]))
  const previewTimes: number[] = []
  let next = 0
  const lease = { now, until: now + HOUR_MS }
  const leases = await leaseRows<Lease>(db, QUEUES.match, lease, 'episode_id AS id')
  const match = () => matchThread.calls.matchTranscript({ lease: leases[next++ % EPISODES]!, now })
  await match()
  for (let round = 0; round < ROUNDS; round++) {
    for (const people of PEOPLE) {
      let isOver = false
      const typing = Array.from({ length: people }, async (_, person) => {
        for (let word = person; !isOver; word += 7) {
          const startedAt = performance.now()
          await services.previewBreadth([wordOfRank(word % 500)])
          previewTimes.push(performance.now() - startedAt)
        }
      })
      for (let number = 0; number < MATCHED_A_ROUND; number++) {
        const startedAt = performance.now()
        await match()
        times.get(people)!.push(performance.now() - startedAt)
      }
      isOver = true
      await Promise.all(typing)
    }
  }
  await services.close()
  const alone = quantile(times.get(0)!, 0.5)
  for (const people of PEOPLE) {
    const taken = times.get(people)!
    const p50 = quantile(taken, 0.5)
    console.log(
      `matching a transcript beside ${people} previews  p50 ${ms(p50)} (×${(p50 / alone).toFixed(2)}), p95 ${ms(quantile(taken, 0.95))}`,
    )
  }
  console.log(
    `a preview meanwhile  p50 ${ms(quantile(previewTimes, 0.5))}, p95 ${ms(quantile(previewTimes, 0.95))}`,
  )
}
