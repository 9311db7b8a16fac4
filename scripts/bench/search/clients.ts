import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../support/numbers.js'
import { stop } from '../support/served.js'
import type { QueryClass } from './questions.js'
import { type Build, ORDERS, pagePath, serve, timed, WINDOWS } from './requests.js'

const CLIENTS = 16
const SECONDS = 30
/** Between two of the requests that do not search. */
const PAUSE_MS = 20

export interface ClientTimes {
  pagesPerSecond: number
  /** p50 and p95 of a page in ms, first pages of every class, window and order mixed. */
  page: [p50: number, p95: number]
  /** p50 and p99 of GET /api/v1/me beside them in ms. */
  other: [p50: number, p99: number]
  /** Most resident memory of the server in MB. */
  peakMb: number
}

/** 16 clients that ask a build for mixed pages, each the next one as soon as it has an answer. */
export async function timeClients(
  build: Build,
  classes: readonly QueryClass[],
  now: number,
): Promise<ClientTimes> {
  const { url, key, child } = await serve(build, now)
  const paths = mixedPaths(classes)
  const pages: number[] = []
  const others: number[] = []
  let next = 0
  const end = performance.now() + SECONDS * 1000
  const client = async () => {
    while (performance.now() < end) {
      pages.push((await timed(`${url}${paths[next++ % paths.length]}`, key)).ms)
    }
  }
  const beside = async () => {
    while (performance.now() < end) {
      others.push((await timed(`${url}/api/v1/me`, key)).ms)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([...Array.from({ length: CLIENTS }, client), beside()])
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  await stop(child)
  return {
    pagesPerSecond: pages.length / SECONDS,
    page: [quantile(pages, 0.5), quantile(pages, 0.95)],
    other: [quantile(others, 0.5), quantile(others, 0.99)],
    peakMb: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1000),
  }
}

function mixedPaths(classes: readonly QueryClass[]): string[] {
  const paths: string[] = []
  for (const round of [0, 1, 2]) {
    for (const window of Object.values(WINDOWS)) {
      for (const order_by of Object.values(ORDERS)) {
        for (const { queries } of classes) {
          paths.push(pagePath(queries[round % queries.length]!.q, order_by, window))
        }
      }
    }
  }
  return paths
}
