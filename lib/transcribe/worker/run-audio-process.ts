import { fork } from 'node:child_process'
import { TranscribeFault } from '../transcriber.js'
import type { Order, Report } from './protocol.js'

/** A process that reports nothing for this long hangs. Ten seconds of audio take one or two. */
const SILENCE_MS = 5 * 60_000
const HEAP_MEGABYTES = 512

/**
 * Runs an order in a low-priority child process. Resolves with the measured length of the audio in seconds;
 * throws the process's `TranscribeFault`, or the signal's reason once the process is gone.
 */
export function runAudioProcess(
  order: Order,
  { signal, onReport }: { signal: AbortSignal; onReport(report: Report): void },
): Promise<number> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./audio-process.js', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      // The process decodes untrusted bytes, so it gets none of our secrets.
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    })
    let lastWords = ''
    let outcome: () => void = () => reject(crashed(child.exitCode, child.signalCode, lastWords))

    const stop = (reason: unknown) => {
      outcome = () => reject(reason)
      child.kill('SIGKILL')
    }
    const onAbort = () => stop(signal.reason)
    const hangs = () =>
      stop(new TranscribeFault('unavailable', 'the recogniser did not answer for five minutes'))
    const watchdog = setTimeout(hangs, SILENCE_MS)
    signal.addEventListener('abort', onAbort, { once: true })

    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-2000)
    })
    child.on('message', (report: Report) => {
      watchdog.refresh()
      if (report.kind === 'done') outcome = () => resolve(report.durationSeconds)
      else if (report.kind === 'fault')
        outcome = () => reject(new TranscribeFault(report.reason, report.message))
      else onReport(report)
    })
    child.once('error', (error) => {
      outcome = () =>
        reject(new TranscribeFault('unavailable', `no process could be started: ${error.message}`))
      if (child.pid === undefined) finish()
    })
    child.once('close', finish)
    child.send(order, () => undefined)

    function finish() {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', onAbort)
      outcome()
    }
  })
}

function crashed(code: number | null, signal: NodeJS.Signals | null, lastWords: string): TranscribeFault {
  const last = lastWords.trim().split('\n').at(-1)?.slice(0, 300)
  const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
  return new TranscribeFault('unavailable', `the recogniser's process ${how}${last ? `: ${last}` : ''}`)
}
