#!/usr/bin/env node
import { listenForStop } from './stop-signal.js'
import { version } from './version.js'

const UNTIL_STOPPED = new Set(['serve', 'worker', 'demo'])

// Whoever reads may have seen enough (`| head`); a full disk is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`overheard: ${error.message}\n`)
  process.exitCode = 1
})
process.stderr.on('error', () => undefined)

const args = process.argv.slice(2)
const command = args.find((arg) => !arg.startsWith('-'))

if (command === undefined && args.includes('--version')) process.stdout.write(`${version}\n`)
else {
  // The program takes a while to be read: a stop that comes meanwhile is a stop, too.
  if (command !== undefined && UNTIL_STOPPED.has(command)) listenForStop()
  const { run } = await import('./program.js')
  await run(args, command)
}
