import { parentPort } from 'node:worker_threads'
import type { Answer } from './thread-pool.js'

function plainError(thrown: unknown): Answer['error'] {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  return { name, message, stack, code: (thrown as { code?: string }).code }
}

/** Runs the functions that a `ThreadPool` calls, inside the thread. */
export function serveThread(calls: Record<string, (args: never) => unknown>): void {
  const port = parentPort
  if (!port) throw new Error('This module is run in a worker thread.')
  port.on('message', async ({ id, name, args }: { id: number; name: string; args: unknown }) => {
    try {
      const call = calls[name]
      if (!call) throw new Error(`There is no call named ${name}.`)
      port.postMessage({ id, value: await call(args as never) })
    } catch (thrown) {
      port.postMessage({ id, error: plainError(thrown) })
    }
  })
}
