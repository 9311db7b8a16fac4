import type { Context, Middleware } from 'koa'

const PATIENCE_MS = 3000

/** What must answer for the service to be of use, by name. A check throws where it does not. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>

export async function healthz(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { status: 'ok' }
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  try {
    return await Promise.race([check().then(() => true), patience])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** `200` when everything answers, else `503` with the names of what does not. */
export function readyz(checks: ReadinessChecks): Middleware {
  return async (ctx) => {
    const names = Object.keys(checks)
    const answered = await Promise.all(names.map((name) => answers(checks[name]!)))
    const failing = names.filter((_, index) => !answered[index])
    ctx.set('Cache-Control', 'no-store')
    ctx.status = failing.length === 0 ? 200 : 503
    ctx.body = failing.length === 0 ? { status: 'ok' } : { status: 'unavailable', failing }
  }
}
