import type { Context } from 'koa'
import type { Services } from '../lib/services.js'
import type { AnswerState } from './reply.js'

/** What is asked every few seconds by machines; a line for each would bury the others. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** One log line and one measurement for every request; called when its answer stands. */
export function observesRequests({ logger, metrics }: Pick<Services, 'logger' | 'metrics'>) {
  return (ctx: Context, durationMs: number): void => {
    const { requestId, operation = ctx._matchedRoute, tool, caller } = ctx.state as AnswerState
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
