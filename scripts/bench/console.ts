// How large the web console is, and how fast: measured in Chromium against a server on this machine, with a cold
// cache for the first page and a transcript of three hours for the rest. Bars: at most 40 kB, 300 ms, 300 ms, 16 ms.
// Beside the first page a bare page is measured: as large, with the same number of files, and its script does nothing.
//   node dist/scripts/bench/console.js [rounds]

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../handlers/app.js'
import { listen } from '../../handlers/server.js'
import { findTeam, insertAccount, insertTeam } from '../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { systemClock as clock } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds as ids } from '../../lib/ids.js'
import { createServices } from '../../lib/services.js'
import { Browser } from '../../test/support/browser.js'
import { anEpisode, aPodcast } from '../../test/support/catalogue.js'

const ROUNDS = Number(process.argv[2] ?? 5)
const SENTENCES = 1992
const WORDS = [
  'what',
  'a',
  'house',
  'needs',
  'before',
  'winter',
  'heat',
  'pump',
  'loud',
  'street',
  'roof',
  'water',
  'old',
]

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)]!

/** About 27,000 words, as three hours have. */
function transcript(): string[] {
  return Array.from({ length: SENTENCES }, (_, sentence) =>
    Array.from({ length: 13 + (sentence % 3) }, (_, word) => WORDS[(sentence * 7 + word * 5) % WORDS.length])
      .join(' ')
      .concat('.'),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'overheard-bench-'))
const config = readConfig({ OVERHEARD_DATABASE: join(folder, 'bench.db'), OVERHEARD_PORT: '0' }, folder)
const services = await createServices(
  config,
  { clock, ids, logger: pino({ level: 'silent' }) },
  { served: true },
)
const { db } = services
const account = await insertAccount(db, {
  uuid: ids.uuid(),
  name: 'Bench',
  plan: 'pro',
  createdOn: '2026-01-01',
  subscribedOn: null,
  now: clock.now(),
})
const teamUuid = ids.uuid()
await insertTeam(db, { uuid: teamUuid, accountId: account.id, name: 'Bench', now: clock.now() })
const key = newApiKey(ids)
await insertKey(db, {
  uuid: ids.uuid(),
  accountId: account.id,
  teamId: (await findTeam(db, teamUuid))!.id,
  userId: null,
  name: 'bench',
  prefix: prefixOf(key),
  hash: hashKey(key),
  now: clock.now(),
})
const holder = { db, now: clock.now() }
const podcast = await aPodcast({ title: 'Long talks' }, holder)
const episode = await anEpisode({ podcast, title: 'Three hours', says: transcript() }, holder)
const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids })
const consoleUrl = `${server.address}/console`

const assets = new URL('../../handlers/console/assets/', import.meta.url)
const { script, style, shared } = JSON.parse(readFileSync(new URL('manifest.json', assets), 'utf8'))
const files: string[] = [script, style, ...shared]
const html = await (await fetch(consoleUrl)).text()
const firstPage = files.reduce(
  (sum, name) => sum + readFileSync(new URL(`${name}.gz`, assets)).length,
  html.length,
)
console.log(`first page, gzipped: ${(firstPage / 1000).toFixed(1)} kB (bar 40)`)

/** Serves a page with one field; its files are comments as long as those of the console. */
const bare = createServer((request, response) => {
  const name = files.find((file) => request.url!.endsWith(file))
  if (name === undefined) {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    return response.end(html.replace('<div id="app"></div>', '<main><h1>Sign in</h1><input id="key"></main>'))
  }
  response.setHeader('Content-Type', name.endsWith('.css') ? 'text/css' : 'text/javascript')
  return response.end(`/*${'-'.repeat(readFileSync(new URL(name, assets)).length)}*/`)
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/console`

/** Milliseconds from the start of the navigation until a field is painted. */
async function usableAt(browser: Browser, url: string): Promise<number> {
  await browser.open(url)
  await browser.sees(`document.querySelector('#key, input[type=search]')`)
  await browser.sees(`performance.getEntriesByName('first-contentful-paint').length > 0`)
  return browser.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
}

const usable: Record<'bare' | 'sign-in' | 'search', number[]> = { bare: [], 'sign-in': [], search: [] }
const mounted: number[] = []
const moved: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, url] of [
    ['bare', bareUrl],
    ['sign-in', `${consoleUrl}/sign-in`],
  ] as const) {
    const browser = await Browser.start('chromium')
    await browser.show(1280, 900)
    usable[name].push(await usableAt(browser, url))
    await browser.close()
  }
  const browser = await Browser.start('chromium')
  await browser.show(1280, 900)
  await browser.open(`${server.address}/healthz`)
  await browser.sees(`location.pathname === '/healthz'`)
  await browser.evaluate(`(async (key) => {
    const response = await fetch('/console/api/session', { headers: { Authorization: 'Bearer ' + key } })
    sessionStorage.setItem('overheard-key', key)
    sessionStorage.setItem('overheard-session', JSON.stringify({ at: Date.now(), facts: await response.json() }))
  })(${JSON.stringify(key)})`)
  usable.search.push(await usableAt(browser, consoleUrl))
  await browser.open(`${consoleUrl}/account`)
  await browser.sees(`document.querySelector('.gauges')`)
  const times = await browser.evaluate<{ mount: number; marks: number[] }>(`(async () => {
    const answered = (address) => performance.getEntriesByName(address).at(-1)?.responseEnd
    history.pushState(null, '', '/console/episodes/${episode.uuid}?q=heat+pump')
    dispatchEvent(new PopStateEvent('popstate'))
    const file = location.origin + '/api/v1/episodes/${episode.uuid}/transcript/download?format=json'
    while (!document.querySelector('.para') || !answered(file)) await new Promise(requestAnimationFrame)
    document.body.getBoundingClientRect()
    await new Promise(requestAnimationFrame)
    const mount = performance.now() - answered(file)
    const marks = []
    const sentences = document.querySelectorAll('.transcript [data-at]')
    for (let index = 0; index < 200; index++) {
      const sentence = sentences[(index * 97) % sentences.length]
      const from = performance.now()
      document.querySelector('.transcript [aria-current]')?.removeAttribute('aria-current')
      sentence.setAttribute('aria-current', 'true')
      sentence.getBoundingClientRect()
      marks.push(performance.now() - from)
    }
    return { mount, marks }
  })()`)
  mounted.push(times.mount)
  moved.push(...times.marks)
  await browser.close()
}
for (const [name, times] of Object.entries(usable))
  console.log(`${name} page usable, median of ${ROUNDS}: ${median(times).toFixed(0)} ms (bar 300)`)
console.log(`${SENTENCES} sentences, answer to laid out, median: ${median(mounted).toFixed(0)} ms (bar 300)`)
const p95 = moved.sort((one, other) => one - other)[Math.floor(moved.length * 0.95)]!
console.log(`moving the mark, p95 of ${moved.length}: ${p95.toFixed(1)} ms (bar 16)`)

bare.close()
await server.close()
await services.close()
rmSync(folder, { recursive: true, force: true })
