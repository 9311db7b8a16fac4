// How large the web console is, and how fast: measured in Chromium against a server on this machine, with a cold
// cache for the first page and a transcript of three hours for the rest. Bars: at most 40 kB, 300 ms, 300 ms, 16 ms.
//   node dist/scripts/bench/console.js [rounds]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../handlers/app.js'
import { listen } from '../../handlers/server.js'
import { findTeam, insertAccount, insertTeam } from '../../lib/accounts/admin-store.js'
import { hashOf, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
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
  hash: hashOf(key),
  now: clock.now(),
})
const holder = { db, now: clock.now() }
const podcast = await aPodcast({ title: 'Long talks' }, holder)
const episode = await anEpisode({ podcast, title: 'Three hours', says: transcript() }, holder)
const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids })
const consoleUrl = `${server.address}/console`

const assets = new URL('../../handlers/console/assets/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', assets), 'utf8'))
const entry = readFileSync(new URL(manifest.script, assets), 'utf8')
const shared = readdirSync(assets).filter((name) => name.endsWith('.js') && entry.includes(`from"./${name}"`))
const gzipped = (name: string) => readFileSync(new URL(`${name}.gz`, assets)).length
const html = (await (await fetch(consoleUrl)).text()).length
const firstPage = [manifest.script, manifest.style, ...shared].reduce(
  (sum, name) => sum + gzipped(name),
  html,
)
console.log(`first page, gzipped: ${(firstPage / 1000).toFixed(1)} kB (bar 40)`)

const usable: number[] = []
const mounted: number[] = []
const moved: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const browser = await Browser.start('chromium')
  await browser.show(1280, 900)
  await browser.open(`${consoleUrl}/sign-in`)
  await browser.sees(`document.querySelector('#key')`)
  await browser.sees(`performance.getEntriesByName('first-contentful-paint').length > 0`)
  // From the start of the navigation to the first field that takes what is typed.
  usable.push(
    await browser.evaluate<number>(
      `performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint').startTime`,
    ),
  )
  await browser.evaluate(`sessionStorage.setItem('overheard-key', ${JSON.stringify(key)})`)
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
console.log(`shell to usable, median of ${ROUNDS}: ${median(usable).toFixed(0)} ms (bar 300)`)
console.log(`${SENTENCES} sentences, answer to laid out, median: ${median(mounted).toFixed(0)} ms (bar 300)`)
const p95 = moved.sort((one, other) => one - other)[Math.floor(moved.length * 0.95)]!
console.log(`moving the mark, p95 of ${moved.length}: ${p95.toFixed(1)} ms (bar 16)`)

await server.close()
await services.close()
rmSync(folder, { recursive: true, force: true })
