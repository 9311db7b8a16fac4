import { timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { clientAddress } from '../authentication.js'

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function hasToken(ctx: Context, token: string): boolean {
  const given = Buffer.from(/^bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Headers that proxies add to requests that they forward. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded\b.*)$/

/**
 * Whether the request comes from this machine. Behind a proxy, every connection has the proxy's address.
 * Without `OVERHEARD_TRUST_PROXY`, a forwarded request is therefore never local. With it, the last entry of
 * `X-Forwarded-For` decides, and a request that names its client only in another header is not local.
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

/**
 * Serves Prometheus metrics. If a token is configured it is always required; otherwise only this machine may read them.
 */
export function metricsPage({ config, metrics }: Services): Middleware {
  const { metricsToken, trustProxy } = config
  return async (ctx) => {
    const isAllowed = metricsToken === undefined ? isLocal(ctx, trustProxy) : hasToken(ctx, metricsToken)
    if (!isAllowed) {
      throw new AppError('invalid_credentials', {
        message:
          metricsToken === undefined
            ? 'Only this machine may read the metrics. Set OVERHEARD_METRICS_TOKEN to read them from elsewhere.'
            : 'Send the value of OVERHEARD_METRICS_TOKEN as Authorization: Bearer <token>.',
      })
    }
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.registry.contentType)
  }
}
