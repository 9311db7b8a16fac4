import Koa, { type Context, type Middleware } from 'koa'
import { operations } from '../generated/operations.js'
import { validators } from '../generated/validators.js'
import { AppError } from '../lib/errors.js'
import type { Services } from '../lib/services.js'
import { createConsole } from './console/console.js'
import { createDispatcher } from './dispatch.js'
import { createHandlers } from './handlers.js'
import { mcpMiddleware } from './mcp/mcp.js'
import { DESCRIPTION_PATHS } from './pages/description.js'
import { createPages } from './pages/pages.js'
import { asAppError, problemOf } from './problem.js'
import { type ResponseState, sendReply } from './reply.js'

interface AppOptions {
  /** Serve the web console; default true. */
  console?: boolean
  /** Middleware that runs before all routes. */
  before?: readonly Middleware[]
}

/** The whole HTTP service as Koa middleware, in order. */
export async function createApp(
  services: Services,
  handlers = createHandlers(services),
  { console: hasConsole = true, before = [] }: AppOptions = {},
): Promise<Koa> {
  const { ids, logger } = services
  const observe = requestObserver(services)
  const app = new Koa()
  app.on('error', (error) => logger.warn({ err: error }, 'could not send a response'))

  app.use(async (ctx, next) => {
    const startedAt = performance.now()
    const requestId = ids.uuid()
    const headers = { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' }
    const state: ResponseState = Object.assign(ctx.state, { requestId, headers })
    try {
      await next()
      if (!state.reply && ctx.status === 404 && ctx.body === undefined) throw new AppError('not_found')
      sendReply(ctx)
    } catch (error) {
      state.reply = problemOf(asAppError(error, logger, requestId))
      sendReply(ctx)
    }
    observe(ctx, performance.now() - startedAt)
  })
  for (const middleware of before) app.use(middleware)
  const contract = { prefix: '/api/v1', operations, validators, open: DESCRIPTION_PATHS }
  app.use(await createDispatcher(contract, handlers, services))
  app.use(mcpMiddleware(services, handlers))
  if (hasConsole) for (const part of await createConsole(services)) app.use(part)
  for (const page of createPages(services, { hasConsole })) app.use(page)
  return app
}

/** Monitoring requests these every few seconds; logged only at level `debug`. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Logs and measures each request once its response is known. */
function requestObserver({ logger, metrics }: Pick<Services, 'logger' | 'metrics'>) {
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
