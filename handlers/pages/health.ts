import type { Context, Middleware } from 'koa'
import { within } from '../../lib/clock.js'

const TIMEOUT_MS = 3000

/** Checks by name. A check throws if its part is unavailable, and returns `degraded` if it works partly. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>

export async function healthz(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { status: 'ok' }
}

type Outcome = 'ok' | 'degraded' | 'failing'

async function outcomeOf(check: () => Promise<unknown>, timeoutMs: number): Promise<Outcome> {
  const checked = async (): Promise<Outcome> => ((await check()) === 'degraded' ? 'degraded' : 'ok')
  return within<Outcome, Outcome>(timeoutMs, checked(), () => 'failing').catch(() => 'failing')
}

/**
 * Answers 200 if no check fails, with the names of degraded parts; otherwise 503 with the names of the failing parts.
 */
export function readyz(checks: ReadinessChecks, timeoutMs = TIMEOUT_MS): Middleware {
  return async (ctx) => {
    const names = Object.keys(checks)
    const outcomes = await Promise.all(names.map((name) => outcomeOf(checks[name]!, timeoutMs)))
    const those = (outcome: Outcome) => names.filter((_, index) => outcomes[index] === outcome)
    const [failing, degraded] = [those('failing'), those('degraded')]
    ctx.set('Cache-Control', 'no-store')
    ctx.status = failing.length === 0 ? 200 : 503
    ctx.body = {
      status: failing.length === 0 ? 'ok' : 'unavailable',
      ...(failing.length > 0 && { failing }),
      ...(degraded.length > 0 && { degraded }),
    }
  }
}
