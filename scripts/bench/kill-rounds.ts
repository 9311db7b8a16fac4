// Two API servers and three workers on one PostgreSQL; every round kills one or two of them and starts them again.
//   npm run build && node dist/scripts/bench/kill-rounds.js [--rounds 30]
// The server is the one that OVERHEARD_TEST_POSTGRES names, or one of its own from installed binaries.
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres-server.js'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } })
const print = (line: string) => process.stdout.write(`${line}\n`)

const { what, url, stop } = await startPostgres()
if (!url) throw new Error(`There is no PostgreSQL: ${what}`)
print(`PostgreSQL: ${what}`)
process.env.OVERHEARD_TEST_ENGINE = 'postgres'
process.env.OVERHEARD_TEST_POSTGRES = url
try {
  const { KillRounds } = await import('../../test/support/kill-rounds.js')
  const { removeTemplate } = await import('../../test/support/engine.js')
  const place = await KillRounds.make()
  const done = await place
    .run({ rounds: Number(options.rounds), leasesRunOutAtOnce: false, report: print })
    .finally(() => place.close())
    .finally(removeTemplate)
  const { kills, episodes, matches, repeated } = done
  print(`${kills} kills, ${episodes} episodes, ${matches} matches: each there once, delivered under one id`)
  print(`requests repeated at the receiver: ${repeated}`)
  print(`requests to the API by status: ${JSON.stringify(done.requests)}`)
  print(`logged as errors: ${JSON.stringify(done.errors)}`)
} finally {
  await stop()
}
