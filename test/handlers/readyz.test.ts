import { once } from 'node:events'
import { expect } from 'chai'
import Koa from 'koa'
import { type ReadinessChecks, readyz } from '../../handlers/pages/health.js'

async function readiness(checks: ReadinessChecks): Promise<[status: number, body: unknown]> {
  const server = new Koa().use(readyz(checks)).listen(0, '127.0.0.1')
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

describe('the readiness of a server', () => {
  it('is ok with everything there', async () => {
    expect(await readiness({ database: whole, search: whole })).to.deep.equal([200, { status: 'ok' }])
  })

  it('is ok, and names what is degraded, where the rest is of use', async () => {
    expect(await readiness({ database: whole, search: degraded })).to.deep.equal([
      200,
      { status: 'ok', degraded: ['search'] },
    ])
  })

  it('is unavailable where something does not answer, whatever is degraded', async () => {
    expect(await readiness({ database: away, search: degraded })).to.deep.equal([
      503,
      { status: 'unavailable', failing: ['database'], degraded: ['search'] },
    ])
  })
})
