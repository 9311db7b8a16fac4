import Router from '@koa/router'
import type { Middleware } from 'koa'
import { WriteProbe } from '../../lib/db/write-probe.js'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { DESCRIPTION_PATHS, servesDescription } from './description.js'
import { healthz, readyz } from './health.js'
import { servesMetrics } from './metrics.js'
import { SITE_PATHS, servesSite } from './site.js'

/** Everything beside the API, in order. */
export function createPages(services: Services): Middleware[] {
  const { db, clock, search, documents } = services
  const store = new WriteProbe(db, clock)
  const router = new Router({ strict: true, sensitive: true })
  router.get('/healthz', healthz)
  router.get(
    '/readyz',
    readyz({
      database: () => db.get('SELECT count(*) AS count FROM settings'),
      search: () => search.check(),
      storage: () => Promise.all([store.check(), documents.check()]),
    }),
  )
  router.get(SITE_PATHS, servesSite(services))
  router.get('/metrics', servesMetrics(services))
  router.get([...DESCRIPTION_PATHS], servesDescription(services))
  return [refuseOtherMethods, router.middleware() as Middleware, router.allowedMethods() as Middleware]
}

/** The router names the methods that a path takes; the body is ours. */
const refuseOtherMethods: Middleware = async (ctx, next) => {
  await next()
  if (ctx.status === 405 || ctx.status === 501) {
    throw new AppError('method_not_allowed', { headers: { Allow: ctx.response.get('Allow') } })
  }
}
