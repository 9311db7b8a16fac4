import { timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { clientAddress } from '../admission.js'

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function hasToken(ctx: Context, token: string): boolean {
  const given = Buffer.from(/^bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Headers by which proxies say that a request came to them from elsewhere. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded\b.*)$/

/**
 * Whether this machine itself asks. Behind a proxy every connection comes from the proxy's address: without
 * `OVERHEARD_TRUST_PROXY`, a request that any proxy passed on is not local. With it, the last entry of
 * `X-Forwarded-For` decides, and a proxy that names the address in another header only is not believed.
 */
function isLocal(ctx: Context, trustProxy: boolean): boolean {
  const isNamedElsewhere = ctx.get('X-Real-IP') !== '' || ctx.get('Forwarded') !== ''
  if (trustProxy) {
    const isNamed = ctx.get('X-Forwarded-For') !== '' && !isNamedElsewhere
    return isNamed && isLoopback(clientAddress(ctx, trustProxy))
  }
  const isForwarded = Object.keys(ctx.req.headers).some((name) => FORWARDED.test(name))
  return !isForwarded && isLoopback(clientAddress(ctx, trustProxy))
}

/** Prometheus text. A token that is set is always required; without one, only this machine may ask. */
export function servesMetrics({ config, metrics }: Services): Middleware {
  const { metricsToken, trustProxy } = config
  return async (ctx) => {
    const isAllowed = metricsToken === undefined ? isLocal(ctx, trustProxy) : hasToken(ctx, metricsToken)
    if (!isAllowed) {
      throw new AppError('invalid_credentials', {
        message:
          metricsToken === undefined
            ? 'Metrics are for this machine only, unless OVERHEARD_METRICS_TOKEN is set.'
            : 'Metrics need the token of OVERHEARD_METRICS_TOKEN as bearer.',
      })
    }
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.registry.contentType)
  }
}
