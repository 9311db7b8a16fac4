import { createApp } from '../../../handlers/app.js'
import { listen } from '../../../handlers/server.js'
import { insertAccount } from '../../../lib/accounts/admin-store.js'
import { hashOf, newApiKey, prefixOf } from '../../../lib/accounts/api-key.js'
import { insertKey } from '../../../lib/accounts/key-store.js'
import { type Clock, SECOND_MS } from '../../../lib/clock.js'
import { readConfig } from '../../../lib/config.js'
import { systemIds } from '../../../lib/ids.js'
import { createLogger } from '../../../lib/logger.js'
import { createServices, type Services } from '../../../lib/services.js'
import type { QueryClass } from './questions.js'

const REQUESTS = 60

/** A second a request, so that none is one too many in its minute. */
class SteppingClock implements Clock {
  constructor(private at: number) {}

  now(): number {
    return this.at
  }

  step(): void {
    this.at += SECOND_MS
  }
}

export interface RequestTimes {
  name: string
  order: string
  p50: number
  p95: number
}

/** Whole requests over HTTP in the default window: key, limits, validation, 25 hits with excerpts, JSON. */
export async function timeRequests(
  path: string,
  classes: readonly QueryClass[],
  now: number,
): Promise<RequestTimes[]> {
  const clock = new SteppingClock(now)
  const config = readConfig({ OVERHEARD_DATABASE: path, OVERHEARD_PORT: '0' }, '/')
  const services = await createServices(
    config,
    { clock, ids: systemIds, logger: createLogger('error') },
    { served: true },
  )
  const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids: systemIds })
  const headers = { authorization: `Bearer ${await aKey(services)}` }
  const times: RequestTimes[] = []
  for (const { name, queries } of classes) {
    for (const order of ['best_match', 'published_at']) {
      const measured: number[] = []
      for (let request = 0; request < REQUESTS; request++) {
        const { q } = queries[request % queries.length]!
        // The API wants three characters.
        const query = new URLSearchParams({
          q: q.length < 3 ? `"${q}"` : q,
          scope: 'transcript',
          order_by: order,
        })
        const start = performance.now()
        const answer = await fetch(`${server.address}/api/v1/episodes/search?${query}`, { headers })
        await answer.arrayBuffer()
        measured.push(performance.now() - start)
        if (answer.status !== 200) throw new Error(`the request was answered ${answer.status}`)
        clock.step()
      }
      measured.sort((a, b) => a - b)
      times.push({
        name,
        order,
        p50: measured[Math.floor(REQUESTS * 0.5)]!,
        p95: measured[Math.floor(REQUESTS * 0.95)]!,
      })
    }
  }
  await server.close()
  await services.close()
  return times
}

async function aKey({ db, ids, clock }: Services): Promise<string> {
  const now = clock.now()
  const key = newApiKey(ids)
  const account = await insertAccount(db, {
    uuid: ids.uuid(),
    name: 'Bench',
    plan: 'pro',
    createdOn: '2026-01-01',
    subscribedOn: null,
    now,
  })
  await insertKey(db, {
    uuid: ids.uuid(),
    accountId: account.id,
    teamId: null,
    userId: null,
    name: 'Bench',
    prefix: prefixOf(key),
    hash: hashOf(key),
    now,
  })
  return key
}
