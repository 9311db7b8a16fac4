import { once } from 'node:events'
import { expect } from 'chai'
import Koa from 'koa'
import { type ReadinessChecks, readyz } from '../../handlers/pages/health.js'

async function readiness(
  checks: ReadinessChecks,
  timeoutMs?: number,
): Promise<[status: number, body: unknown]> {
  const server = new Koa().use(readyz(checks, timeoutMs)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as { port: number }
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    return [answer.status, await answer.json()]
  } finally {
    server.close()
  }
}

const whole = async () => 'whole'
const degraded = async () => 'degraded'
const away = async () => {
  throw new Error('away')
}

describe('GET /readyz', () => {
  it('GET /readyz answers 200 when every check passes', async () => {
    expect(await readiness({ database: whole, search: whole })).to.deep.equal([200, { status: 'ok' }])
  })

  it('GET /readyz answers 200 with the names of degraded parts', async () => {
    expect(await readiness({ database: whole, search: degraded })).to.deep.equal([
      200,
      { status: 'ok', degraded: ['search'] },
    ])
  })

  it('GET /readyz answers 503 when a check fails, even if others are degraded', async () => {
    expect(await readiness({ database: away, search: degraded })).to.deep.equal([
      503,
      { status: 'unavailable', failing: ['database'], degraded: ['search'] },
    ])
  })

  it('GET /readyz counts a check without an answer as failing after its time limit', async () => {
    const silent = () => new Promise<never>(() => undefined)

    expect(await readiness({ database: silent, search: whole }, 20)).to.deep.equal([
      503,
      { status: 'unavailable', failing: ['database'] },
    ])
  })
})
