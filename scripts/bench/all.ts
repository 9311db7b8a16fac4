// Runs every bench, one after the other, each in a process of its own. Arguments: names of benches to run alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BENCHES = [
  'search',
  'import',
  'http',
  'load',
  'match',
  'deliver',
  'workers',
  'poll',
  'parse',
  'normalise',
  'mcp',
  'decode',
  'bucket',
  'recognise',
  'console',
]

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : BENCHES) {
  const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
  console.log()
}
