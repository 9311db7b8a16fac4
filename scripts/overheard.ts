#!/usr/bin/env node
import { listenForStop } from './stop-signal.js'
import { version } from './version.js'

const UNTIL_STOPPED = new Set(['serve', 'worker', 'demo'])

// A reader may close the pipe early (`| head`). A full disk is a failure.
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
  // Loading the program takes a while: a stop signal in that time counts.
  if (command !== undefined && UNTIL_STOPPED.has(command)) listenForStop()
  const { run } = await import('./program.js')
  await run(args, command)
}
