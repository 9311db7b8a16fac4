// Runs all tests on SQLite, then those that meet the database on PostgreSQL, where one can be had, then those that
// meet the search index on a coordinator of Citus, where OVERHEARD_TEST_CITUS names one (test/support/citus.ts).
// What stands behind `npm test --` goes to mocha each time.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { startPostgres } from '../dist/test/support/postgres-server.js'

const EVERYTHING = ['dist/test/**/*.test.js']
/** The rest needs no database, or nothing of it that differs. */
const ON_POSTGRES = [
  'dist/test/api/**/*.test.js',
  'dist/test/jobs/**/*.test.js',
  'dist/test/console/api.test.js',
  'dist/test/console/browser.test.js',
  'dist/test/faults/*.test.js',
  'dist/test/lib/db/transactions.test.js',
  'dist/test/lib/search/**/*.test.js',
  'dist/test/lib/db/work-queues.test.js',
  'dist/test/lib/limits/**/*.test.js',
  'dist/test/lib/webhooks/**/*.test.js',
  'dist/test/cli/accounts.test.js',
  'dist/test/cli/alerts.test.js',
  'dist/test/cli/bucket*.test.js',
  'dist/test/cli/distribute.test.js',
  'dist/test/cli/import.test.js',
  'dist/test/cli/move.test.js',
  'dist/test/cli/webhook.test.js',
]

/** What meets the search index. Everything goes to three servers and back: it takes its time. */
const ON_CITUS = [
  'dist/test/api/**/*.test.js',
  'dist/test/jobs/pipeline.test.js',
  'dist/test/jobs/workers.test.js',
  'dist/test/lib/search/**/*.test.js',
  'dist/test/cli/alerts.test.js',
  'dist/test/cli/distribute.test.js',
  'dist/test/cli/import.test.js',
  'dist/test/cli/move.test.js',
  '--timeout=120000',
]

/** Files of tests side by side: each has a server and a database of its own, and most of its time is a processor's. */
const SIDE_BY_SIDE = ['--parallel', `--jobs=${Math.max(2, Math.min(availableParallelism(), 4))}`]

function runMocha(args, environment) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', ...args, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    },
  )
  return status === 0
}

console.log('\nTests on SQLite')
let isGood = runMocha([...EVERYTHING, ...SIDE_BY_SIDE], { OVERHEARD_TEST_ENGINE: 'sqlite' })

const server = await startPostgres()
if (server.url) {
  console.log(`\nTests on PostgreSQL: ${server.what}`)
  isGood =
    runMocha([...ON_POSTGRES, ...SIDE_BY_SIDE], {
      OVERHEARD_TEST_ENGINE: 'postgres',
      OVERHEARD_TEST_POSTGRES: server.url,
    }) && isGood
  await server.stop()
} else {
  console.log(`\nNot tested on PostgreSQL: ${server.what}`)
}

if (process.env.OVERHEARD_TEST_CITUS) {
  console.log('\nTests on Citus: the coordinator of OVERHEARD_TEST_CITUS')
  isGood = runMocha(ON_CITUS, { OVERHEARD_TEST_ENGINE: 'citus' }) && isGood
} else {
  console.log('\nNot tested on Citus: OVERHEARD_TEST_CITUS names no coordinator')
}
process.exitCode = isGood ? 0 : 1
