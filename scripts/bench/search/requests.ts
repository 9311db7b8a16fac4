import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { quantile } from '../support/numbers.js'
import { stop } from '../support/served.js'
import type { QueryClass } from './questions.js'

const ROUNDS = 60
export const WINDOWS = { '30 days': {}, '18 months': { since: '2000-01-01' } }
export const ORDERS = { newest: 'published_at', best: 'best_match' }

/** A build of Overheard, with a database that it made or migrated. */
export interface Build {
  folder: string
  database: string
}

export interface PageTimes {
  label: string
  /** Bare HTTP with the same JSON, then each build: p50 and p95 in ms. */
  times: Array<[p50: number, p95: number]>
}

export interface Serving {
  url: string
  key: string
  child: ChildProcess
}

export async function serve({ folder, database }: Build, now: number): Promise<Serving> {
  const script = fileURLToPath(new URL('./page-process.js', import.meta.url))
  const child = spawn(process.execPath, [script, folder, database, String(now)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`the server of ${folder} did not start`)),
  )
  const [line] = await Promise.race([once(child.stdout!, 'data'), ended])
  return { ...JSON.parse(String(line)), child }
}

/** A server that answers everything with the same JSON. */
async function bareServer(): Promise<{ server: Server; url: string; answer(body: Uint8Array): void }> {
  let body: Uint8Array = new Uint8Array()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    server,
    url,
    answer: (given) => {
      body = given
    },
  }
}

export async function timed(url: string, key: string): Promise<{ ms: number; body: Buffer }> {
  const start = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`the request was answered ${answer.status}: ${body}`)
  return { ms: performance.now() - start, body }
}

/** The path of a first page of 25 hits with excerpts. */
export function pagePath(q: string, order_by: string, window: { since?: string }): string {
  // The API requires three characters.
  const asked = { q: q.length < 3 ? `"${q}"` : q, scope: 'transcript', order_by, ...window }
  return `/api/v1/episodes/search?${new URLSearchParams(asked)}`
}

/** Whole first pages over HTTP (key, limits, validation, 25 hits with excerpts, JSON) of several builds in turns. */
export async function timePages(
  builds: readonly Build[],
  classes: readonly QueryClass[],
  now: number,
): Promise<PageTimes[]> {
  const serving = await Promise.all(builds.map((build) => serve(build, now)))
  const bare = await bareServer()
  const results: PageTimes[] = []
  for (const { name, queries } of classes) {
    for (const [days, window] of Object.entries(WINDOWS)) {
      for (const [order, order_by] of Object.entries(ORDERS)) {
        const taken: number[][] = [[], ...builds.map(() => [])]
        for (let round = 0; round < ROUNDS; round++) {
          const { q } = queries[round % queries.length]!
          for (const [index, { url, key }] of serving.entries()) {
            const { ms, body } = await timed(`${url}${pagePath(q, order_by, window)}`, key)
            taken[index + 1]!.push(ms)
            bare.answer(body)
          }
          taken[0]!.push((await timed(bare.url, '')).ms)
        }
        const times = taken.map((some): [number, number] => [quantile(some, 0.5), quantile(some, 0.95)])
        results.push({ label: `${name.padEnd(12)} ${days.padEnd(9)} ${order.padEnd(6)}`, times })
      }
    }
  }
  bare.server.close()
  for (const { child } of serving) await stop(child)
  return results
}
