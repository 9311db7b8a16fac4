import { expect } from 'chai'
import { updateAccount } from '../../lib/accounts/account-store.js'
import { MINUTE_MS } from '../../lib/clock.js'
import type { Answer } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anAccount, anApi, aTeam } from '../support/factories.js'

/** The six headers as numbers: minute then month; limit, remaining, reset. */
const limitsOf = ({ headers }: Answer): number[] =>
  ['', '-Month'].flatMap((month) =>
    ['Limit', 'Remaining', 'Reset'].map((name) => Number(headers.get(`X-RateLimit-${name}${month}`))),
  )

const seconds = (instant: string) => Date.parse(instant) / 1000

describe('request limits', () => {
  useApp({ startsAt: '2026-11-20T12:00:20.000Z' })

  beforeEach(() => currentApp().clock.set('2026-11-20T12:00:20.000Z'))

  it('six headers show the limits, counting the current request', async () => {
    const api = await anApi({ account: await anAccount({ plan: 'starter', createdOn: '2026-01-07' }) })

    const first = limitsOf(await api.get('/me'))
    const second = limitsOf(await api.get('/me'))

    const minute = seconds('2026-11-20T12:01:00Z')
    const month = seconds('2026-12-07T00:00:00Z')
    expect(first).to.deep.equal([60, 59, minute, 10_000, 9_999, month])
    expect(second).to.deep.equal([60, 58, minute, 10_000, 9_998, month])
  })

  it('each plan has its own limits', async () => {
    const plans = { free: [10, 1_000], starter: [60, 10_000], pro: [120, 90_000] } as const
    for (const [plan, [minute, month]] of Object.entries(plans) as Array<
      ['free', readonly [number, number]]
    >) {
      const [limit, , , limitMonth] = limitsOf(
        await (await anApi({ account: await anAccount({ plan }) })).get('/me'),
      )

      expect([limit, limitMonth]).to.deep.equal([minute, month])
    }
  })

  it('all keys of an account share its limits; other accounts are unaffected', async () => {
    const team = await aTeam()
    const first = await anApi({ team })
    const second = await anApi({ account: team.account })
    const stranger = await anApi()

    await first.get('/me')

    expect(limitsOf(await second.get('/me'))[1]).to.equal(118)
    expect(limitsOf(await stranger.get('/me'))[1]).to.equal(119)
  })

  it('every request with a key counts, even if it is refused', async () => {
    const api = await anApi()

    const answers = [
      await api.get('/nowhere'),
      await api.get('/teams?limit=x'),
      await api.request('PUT', '/me'),
    ]

    expect(answers.map((answer) => limitsOf(answer)[1])).to.deep.equal([119, 118, 117])
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 422, 405])
  })

  it('a request over the minute limit is refused but counts for the month, and the next minute starts at zero', async () => {
    const account = await anAccount({ plan: 'free' })
    const api = await anApi({ account })
    for (let count = 0; count < 10; count++) expect((await api.get('/me')).status).to.equal(200)

    const refused = await api.get('/me')

    expect(refused.status).to.equal(429)
    expect(refused.headers.get('retry-after')).to.equal('40')
    expect(refused.body.error).to.include({ scope: 'per_minute', reset: seconds('2026-11-20T12:01:00Z') })
    expect(limitsOf(refused).slice(1, 5)).to.deep.equal([0, seconds('2026-11-20T12:01:00Z'), 1_000, 989])
    currentApp().clock.set('2026-11-20T12:01:00.000Z')
    expect(limitsOf(await api.get('/me'))).to.include.members([9, 988])
  })

  it('a request over the month limit is refused until the reset, whatever is left of the minute', async () => {
    const account = await anAccount({ plan: 'free', createdOn: '2026-10-31' })
    const api = await anApi({ account })
    for (let count = 0; count < 1_000; count++) {
      if (count % 10 === 0) currentApp().clock.advance(MINUTE_MS)
      expect((await api.get('/me')).status).to.equal(200)
    }

    const refused = await api.get('/me')

    const reset = seconds('2026-11-30T00:00:00Z')
    expect(refused.status).to.equal(429)
    expect(refused.body.error).to.include({ code: 'rate_limited', scope: 'per_month', reset })
    expect(Number(refused.headers.get('retry-after'))).to.equal(reset - currentApp().clock.now() / 1000)
    currentApp().clock.set('2026-11-30T00:00:00.000Z')
    const again = await api.get('/me')
    expect(limitsOf(again).slice(4)).to.deep.equal([999, seconds('2026-12-31T00:00:00Z')])
  })

  it('a change of plan keeps the counts', async () => {
    const account = await anAccount({ plan: 'free' })
    const api = await anApi({ account })
    await api.get('/me')

    await updateAccount(currentApp().db, account.uuid, { plan: 'pro' })

    expect(limitsOf(await api.get('/me'))).to.include.members([120, 118, 90_000, 89_998])
  })

  it('the month begins on the day of the subscription if there is one', async () => {
    const api = await anApi({
      account: await anAccount({ createdOn: '2026-01-07', subscribedOn: '2026-02-21' }),
    })

    expect(limitsOf(await api.get('/me'))[5]).to.equal(seconds('2026-11-21T00:00:00Z'))
  })
})
