import { parentPort } from 'node:worker_threads'

function plainError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  const own = thrown as Error & { code?: string; extra?: unknown; headers?: unknown }
  const details = own.extra === undefined ? undefined : { extra: own.extra, headers: own.headers }
  return { name, message, stack, code: own.code, details }
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
