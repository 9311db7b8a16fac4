import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createApp } from '../../../handlers/app.js'
import { listen } from '../../../handlers/server.js'
import { findTeam, insertAccount, insertTeam } from '../../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../../lib/accounts/api-key.js'
import { insertKey } from '../../../lib/accounts/key-store.js'
import { insertAlert, nextChangeNumber } from '../../../lib/alerts/alert-store.js'
import { systemClock } from '../../../lib/clock.js'
import { readConfig } from '../../../lib/config.js'
import { systemIds } from '../../../lib/ids.js'
import { startJobs } from '../../../lib/jobs/start.js'
import { createLogger } from '../../../lib/logger.js'
import { createServices, type Services } from '../../../lib/services.js'
import { corpus, nameOf, wordOfRank } from '../corpus.js'
import { ms, quantile } from '../support/numbers.js'

const COMMAND = fileURLToPath(new URL('../../overheard.js', import.meta.url))
const ALERTS = 1_000
const IMPORTS = 20
const HELD = 300
const WORDS = 8_000
const SEARCHES_A_SECOND = 20
/** Enough accounts that no plan of 120 requests a minute refuses a search. */
const ACCOUNTS = 15
const FEED = 'https://example.org/feed.xml'

interface Reader {
  key: string
  teamId: number
}

export async function aReader({ db, ids, clock }: Services): Promise<Reader> {
  const now = clock.now()
  const made = { name: 'Bench', plan: 'pro', createdOn: '2026-01-01', subscribedOn: null, now } as const
  const account = await insertAccount(db, { ...made, uuid: ids.uuid() })
  const uuid = ids.uuid()
  await insertTeam(db, { uuid, accountId: account.id, name: 'Bench', now })
  const team = (await findTeam(db, uuid))!
  const key = newApiKey(ids)
  const names = { name: 'bench', prefix: prefixOf(key), hash: hashKey(key) }
  await insertKey(db, {
    uuid: ids.uuid(),
    accountId: account.id,
    teamId: team.id,
    userId: null,
    ...names,
    now,
  })
  return { key, teamId: team.id }
}

/** Creates alerts for names. The first one matches every import; returns its id. */
async function makeAlerts({ db, ids, clock }: Services, { teamId }: Reader): Promise<string> {
  const wanted = ids.uuid()
  await db.transaction(async (db) => {
    for (let number = 0; number < ALERTS; number++) {
      await insertAlert(db, {
        uuid: number === 0 ? wanted : ids.uuid(),
        teamId,
        createdBy: null,
        name: `Alert ${number}`,
        keywords:
          number === 0 ? ['breaking news'] : [nameOf(number), `${wordOfRank(number)} ${nameOf(number)}`],
        question: '',
        useClassifier: false,
        emailEnabled: false,
        isActive: true,
        changeNumber: await nextChangeNumber(db),
        now: clock.now(),
      })
    }
  })
  return wanted
}

/** Writes import files: the podcast with its earlier episodes, then one new episode each. */
async function writeImports(folder: string): Promise<string[]> {
  const now = Date.now()
  const files: string[][] = Array.from({ length: IMPORTS + 1 }, () => [])
  files[0]!.push(JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Bench' }))
  let number = 0
  for (const { title, sentences } of corpus(HELD + IMPORTS, WORDS, now)) {
    const spoken = number < HELD ? sentences : [...sentences, 'Now for breaking news.']
    const segments = spoken.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
    const published_at = new Date(now - number * 60_000).toISOString()
    const line = {
      type: 'episode',
      feed_url: FEED,
      guid: `${number}`,
      title,
      published_at,
      transcript: { segments },
    }
    files[Math.max(0, number - HELD + 1)]!.push(JSON.stringify(line))
    number++
  }
  return Promise.all(
    files.map(async (lines, index) => {
      const path = join(folder, `import-${index}.ndjson`)
      await writeFile(path, lines.join('\n'))
      return path
    }),
  )
}

const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } })

/**
 * Measures from the start of an import command until the match of its episode can be read, while searches
 * run.
 */
export async function endToEnd(folder: string): Promise<void> {
  const database = join(folder, 'end-to-end.db')
  const config = readConfig({ OVERHEARD_DATABASE: database, OVERHEARD_PORT: '0' }, folder)
  const edges = { clock: systemClock, ids: systemIds, logger: createLogger('error', false) }
  const services = await createServices(config, edges, { served: true })
  const readers: Reader[] = []
  for (let number = 0; number < ACCOUNTS; number++) readers.push(await aReader(services))
  const environment = { ...process.env, OVERHEARD_DATABASE: database }
  const runImport = (path: string) =>
    promisify(execFile)(process.execPath, [COMMAND, 'import', path], { env: environment })
  const [before, ...imports] = await writeImports(folder)
  await runImport(before!)
  const alert = await makeAlerts(services, readers[0]!)
  const server = await listen(await createApp(services), {
    host: config.host,
    port: config.port,
    ids: systemIds,
  })
  const stopJobs = startJobs(services)

  const searchTimes: number[] = []
  let turn = 0
  const search = async () => {
    const { key } = readers[1 + (turn++ % (ACCOUNTS - 1))]!
    const startedAt = performance.now()
    const query = `q=${wordOfRank(50 + (turn % 900))}&scope=transcript`
    await (await get(`${server.address}/api/v1/episodes/search?${query}`, key)).text()
    searchTimes.push(performance.now() - startedAt)
  }
  const searches: Array<Promise<void>> = []
  const searching = setInterval(() => searches.push(search()), 1000 / SEARCHES_A_SECOND)

  const times: number[] = []
  const sinceImport: number[] = []
  const matches = async () => {
    const answer = await get(`${server.address}/api/v1/alerts/${alert}/matches?limit=100`, readers[0]!.key)
    return ((await answer.json()) as { results: unknown[] }).results.length
  }
  for (const [index, path] of imports.entries()) {
    const startedAt = performance.now()
    await runImport(path)
    const importedAt = performance.now()
    const held =
      'SELECT count(*) AS count FROM matches m JOIN alerts a ON a.id = m.alert_id WHERE a.uuid = :alert'
    const isThere = async () => (await services.db.get<{ count: number }>(held, { alert }))!.count > index
    while (!(await isThere())) await pause(5)
    if ((await matches()) <= index) throw new Error('the match cannot be read')
    times.push(performance.now() - startedAt)
    sinceImport.push(performance.now() - importedAt)
  }
  clearInterval(searching)
  // A server that closes may drop a request that is still on its way.
  await Promise.all(searches)
  await stopJobs()
  await server.close()
  await services.close()
  console.log(
    `from the start of an import to its match over the API, ${ALERTS} alerts, ${SEARCHES_A_SECOND} searches a second  ` +
      `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))} (under 2,000), since its end p95 ${ms(quantile(sinceImport, 0.95))}; ` +
      `searches meanwhile p95 ${ms(quantile(searchTimes, 0.95))}`,
  )
}
