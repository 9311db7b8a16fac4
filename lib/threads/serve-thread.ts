import { parentPort } from 'node:worker_threads'

type Calls = Record<string, (args: never) => unknown>

function plainError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  const own = thrown as Error & { code?: string; extra?: unknown; headers?: unknown }
  const details = own.extra === undefined ? undefined : { extra: own.extra, headers: own.headers }
  return { name, message, stack, code: own.code, details }
}

/** Answers the calls of a `ThreadPool`, in the thread. `calls` maps the name of a call to its function. */
export function serveThread(calls: Calls): void {
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
