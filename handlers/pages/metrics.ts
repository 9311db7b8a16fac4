import { timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { clientAddress } from '../admission.js'

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function hasToken(ctx: Context, token: string | undefined): boolean {
  if (token === undefined) return false
  const given = Buffer.from(/^bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Prometheus text: for the machine itself, and for whoever has the operator's token. */
export function servesMetrics({ config, metrics }: Services): Middleware {
  return async (ctx) => {
    // Behind a proxy that nobody told us of, every address is loopback: what was forwarded came from elsewhere.
    const isForwarded = !config.trustProxy && ctx.get('X-Forwarded-For') !== ''
    const isLocal = isLoopback(clientAddress(ctx, config.trustProxy)) && !isForwarded
    if (!isLocal && !hasToken(ctx, config.metricsToken)) {
      throw new AppError('invalid_credentials', {
        message: 'Metrics are for this machine and for holders of their token.',
      })
    }
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.registry.contentType)
  }
}
