import Router from '@koa/router'
import type { Middleware } from 'koa'
import { SECOND_MS, sharedCheck } from '../../lib/clock.js'
import { findSetting, saveSetting } from '../../lib/db/settings-store.js'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { takeTurn } from '../turns.js'
import { DESCRIPTION_PATHS, descriptionPages } from './description.js'
import { healthz, readyz } from './health.js'
import { metricsPage } from './metrics.js'
import { SITE_PATHS, sitePages } from './site.js'

/** Middleware for all paths outside the API, in order. */
export function createPages(services: Services, options: { hasConsole: boolean }): Middleware[] {
  const { db, clock, search, documents } = services
  // Reads would succeed even if the disk is full.
  const checkWritable = sharedCheck(() => saveSetting(db, 'written_at', clock.now()), SECOND_MS, clock)
  const checkBucket = sharedCheck(() => documents.check(), 5 * SECOND_MS, clock)
  const router = new Router({ strict: true, sensitive: true })
  router.get('/healthz', healthz)
  router.get(
    '/readyz',
    readyz({
      database: () => findSetting(db, 'written_at'),
      search: () => search.check(),
      storage: () => Promise.all([checkWritable(), checkBucket()]),
    }),
  )
  router.get(SITE_PATHS, waitForTurn, sitePages(services, options))
  router.get('/metrics', metricsPage(services))
  router.get([...DESCRIPTION_PATHS], waitForTurn, descriptionPages(services))
  return [refuseOtherMethods, router.middleware() as Middleware, router.allowedMethods() as Middleware]
}

/** Large pages that are asked for together are answered in several turns of the event loop. */
const waitForTurn: Middleware = async (_ctx, next) => {
  await takeTurn()
  return next()
}

/** Turns the router's 405 and 501 into an error envelope; the router has set `Allow`. */
const refuseOtherMethods: Middleware = async (ctx, next) => {
  await next()
  if (ctx.status === 405 || ctx.status === 501) {
    throw new AppError('method_not_allowed', { headers: { Allow: ctx.response.get('Allow') } })
  }
}
