import type { Context } from 'koa'
import type { Services } from '../lib/services.js'
import type { ResponseState } from './reply.js'

/** Monitoring requests these every few seconds; logged only at level `debug`. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Logs and measures each request once its response is known. */
export function requestObserver({ logger, metrics }: Pick<Services, 'logger' | 'metrics'>) {
  return (ctx: Context, durationMs: number): void => {
    const { requestId, operation = ctx._matchedRoute, tool, caller } = ctx.state as ResponseState
    const name = String(operation ?? 'none')
    metrics.observeRequest(name, ctx.status, durationMs / 1000)
    const level = PROBES.has(name) ? 'debug' : 'info'
    if (!logger.isLevelEnabled(level)) return
    logger[level](
      {
        requestId,
        operation: name,
        tool,
        status: ctx.status,
        keyPrefix: caller?.prefix,
        durationMs: Math.round(durationMs * 100) / 100,
      },
      'request',
    )
  }
}
