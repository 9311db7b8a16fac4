import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { TranscribeFault } from '../transcriber.js'
import type { Order, Report } from './protocol.js'

/** A process that reports nothing for this long hangs. Ten seconds of audio take one or two. */
const SILENCE_MS = 5 * 60_000
const HEAP_MEGABYTES = 512

/**
 * Runs an order in a low-priority child process. Resolves with the measured length of the audio in seconds;
 * throws the process's `TranscribeFault`, or the signal's reason once the process is gone.
 */
export async function runAudioProcess(
  order: Order,
  { signal, onReport }: { signal: AbortSignal; onReport(report: Report): void },
): Promise<number> {
  signal.throwIfAborted()
  const child = start()
  const hanging = new AbortController()
  const fault = new TranscribeFault('failed', 'the recogniser did not answer for five minutes')
  const watchdog = setTimeout(() => hanging.abort(fault), SILENCE_MS)
  const stopped = AbortSignal.any([signal, hanging.signal])
  const kill = () => void child.kill('SIGKILL')
  stopped.addEventListener('abort', kill)

  let lastWords = ''
  let last: Report | undefined
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  child.on('message', (report: Report) => {
    watchdog.refresh()
    last = report
    onReport(report)
  })
  // False if no process could be started. The error of `child` says why.
  if (child.connected) child.send(order, () => undefined)
  const [code, killedBy] = await once(child, 'close')
    .catch((error: Error) => {
      kill()
      throw new TranscribeFault('unavailable', `no process could be started: ${error.message}`)
    })
    .finally(() => {
      clearTimeout(watchdog)
      stopped.removeEventListener('abort', kill)
    })
  stopped.throwIfAborted()
  if (last?.kind === 'done') return last.durationSeconds
  if (last?.kind === 'fault') throw new TranscribeFault(last.reason, last.message)
  throw crashed(code, killedBy, lastWords)
}

function start(): ChildProcess {
  return fork(new URL('./audio-process.js', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    // The process decodes untrusted bytes, so it gets none of our secrets.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  })
}

function crashed(code: number | null, signal: NodeJS.Signals | null, lastWords: string): TranscribeFault {
  const last = lastWords.trim().split('\n').at(-1)?.slice(0, 300)
  const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
  return new TranscribeFault('failed', `the recogniser's process ${how}${last ? `: ${last}` : ''}`)
}
