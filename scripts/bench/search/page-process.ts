// Serves the database of one build over HTTP, on its own, and prints where. The clock runs so fast that no request is one too many in its minute.
//   node page-process.js BUILD DATABASE NOW
import { resolve } from 'node:path'

const [build, path, now] = process.argv.slice(2) as [string, string, string]
const load = (name: string) => import(resolve(build, 'dist', name))
const CLOCK_SPEED = 500

const [{ createApp }, { listen }, { insertAccount }, { hashKey, newApiKey, prefixOf }, { insertKey }] =
  await Promise.all([
    load('handlers/app.js'),
    load('handlers/server.js'),
    load('lib/accounts/account-store.js'),
    load('lib/accounts/api-key.js'),
    load('lib/accounts/key-store.js'),
  ])
const [{ readConfig }, { systemIds: ids }, { createLogger }, { createServices }] = await Promise.all([
  load('lib/config.js'),
  load('lib/ids.js'),
  load('lib/logger.js'),
  load('lib/services.js'),
])

const clock = { now: () => Number(now) + Math.floor(performance.now() * CLOCK_SPEED) }
const config = readConfig({ OVERHEARD_DATABASE: resolve(path), OVERHEARD_PORT: '0' }, '/')
const services = await createServices(config, { clock, ids, logger: createLogger('error') }, { served: true })
const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids })

const key = newApiKey(ids)
const fields = { uuid: ids.uuid(), name: 'Bench', plan: 'pro', createdOn: '2026-01-01', subscribedOn: null }
const account = await insertAccount(services.db, { ...fields, now: Number(now) })
await insertKey(services.db, {
  uuid: ids.uuid(),
  accountId: account.id,
  teamId: null,
  userId: null,
  name: 'Bench',
  prefix: prefixOf(key),
  hash: hashKey(key),
  now: Number(now),
})
process.stdout.write(`${JSON.stringify({ url: server.address, key })}\n`)
process.on('SIGTERM', async () => {
  await server.close()
  await services.close()
})
