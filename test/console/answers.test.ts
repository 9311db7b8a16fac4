import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import type { Browser } from '../support/browser.js'
import { openSignedIn, pressLabel, publishEpisode, refusal, useStage } from '../support/console-stage.js'
import { aKey, anApi } from '../support/factories.js'
import { runJob } from '../support/jobs.js'
import { until } from '../support/until.js'
import { aWebhook } from '../support/webhooks.js'

describe('the console while answers are late or fail', function () {
  this.timeout(120_000)
  useApp({
    network: { resolve: async () => [{ address: '93.184.215.14', family: 4 }] },
    startsAt: 'now',
  })
  const stage = useStage()
  const { failing, holding } = stage
  let browser: Browser
  let key: string
  beforeEach(() => {
    ;({ browser, key } = stage)
  })

  const refreshStatus = `document.querySelector('.push [role=status]').textContent`
  const press = (label: string) => pressLabel(browser, label)

  async function search(words: string): Promise<void> {
    await browser.evaluate(`document.querySelector('input[type=search]').select()`)
    await browser.type(words)
    await browser.press('Enter')
  }

  it('the console shows no results of another search where a search fails', async () => {
    await publishEpisode({ title: 'Old houses' })
    await openSignedIn(browser, key, '?q=heat+pump')
    await browser.shows('Old houses')
    await failing({ '/episodes/search': () => refusal(500, { code: 'internal', message: 'It failed.' }) })

    await search('radiators')

    await browser.shows('It failed.')
    expect(await browser.evaluate(`document.querySelectorAll('.hit').length`)).to.equal(0)
  })

  it('the console keeps what it shows where loading it again fails', async () => {
    await anAlert(await anApi({ team: stage.team }), { name: 'Heat pumps' })
    await openSignedIn(browser, key, '/matches')
    await browser.shows('No alert has matched yet.')
    await failing({ '/matches': () => refusal(500, { code: 'internal', message: 'It failed.' }) })

    await press('Refresh')

    await browser.shows('It failed.')
    await browser.shows('No alert has matched yet.')
    expect(await browser.evaluate(refreshStatus)).to.equal('')
  })

  it('the console adds no page of an earlier list that arrives late', async () => {
    for (let count = 0; count < 26; count++) await publishEpisode({ says: ['A quokka.'] })
    await openSignedIn(browser, key, '?q=quokka')
    await browser.sees(`document.querySelectorAll('.hit').length === 25`)
    const release = await holding('/episodes/search')
    await press('Show 25 more')

    await search('nobody says this')
    await browser.shows('Nobody said this in that time.')
    release()
    await search('quokka')

    await browser.sees(`document.querySelectorAll('.hit').length === 25`)
    await press('Show 25 more')
    await browser.sees(`document.querySelectorAll('.hit').length === 26`)
  })

  it('the console shows that a list is loading again, and says when it is up to date', async () => {
    await openSignedIn(browser, key, '/matches')
    await browser.shows('No alert has matched yet.')
    const release = await holding('/matches')

    await press('Refresh')

    await browser.sees(`${refreshStatus} === 'Loading…'`)
    release()
    await browser.sees(`${refreshStatus} === 'Up to date.'`)
  })

  it('the console loads nothing again that it has shown a moment ago, also after a refresh', async () => {
    await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    await openSignedIn(browser, key, '/webhook')
    const choose = (status: string) =>
      browser.evaluate(`(() => {
        const select = document.querySelector('.block select')
        select.value = '${status}'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
    await press('Refresh')
    await browser.sees(`${refreshStatus} === 'Up to date.'`)

    for (const _ of ['first', 'second']) {
      await choose('failed')
      await browser.shows('No delivery has this status.')
      await choose('')
      await browser.shows('Nothing was sent yet.')
    }

    expect(browser.requested.filter((url) => url.includes('/deliveries'))).to.have.length(3)
  })

  it('the console stays signed in when an older key is refused late', async () => {
    const revoked = await aKey({ team: stage.team })
    await openSignedIn(browser, revoked.value, '/alerts/new?words=warm')
    await browser.shows('The limit is 50 a day.')
    await currentApp().db.run('UPDATE api_keys SET revoked_at = 1 WHERE uuid = :uuid', { uuid: revoked.uuid })
    const release = await holding('/api/v1/alerts')
    await press('Create the alert')
    await press('Feeds')
    await browser.sees(`document.activeElement?.id === 'key'`)
    await browser.type(key)
    await browser.press('Enter')
    await browser.sees(`document.querySelector('header.top')`)

    release()

    const refusals = () => browser.complaints.filter((complaint) => complaint.includes('401')).length
    await until(() => refusals() === 2)
    expect(await browser.evaluate(`document.querySelector('header.top') !== null`)).to.equal(true)
  })

  it('the console counts down while any request waits', async () => {
    const alert = await anAlert(await anApi({ team: stage.team }))
    const away = (seconds: string) => refusal(503, { code: 'search_unavailable' }, { 'retry-after': seconds })
    await failing({
      '/match-counts': (count) => (count === 1 ? away('0') : undefined),
      [`/${alert.id}/matches`]: () => away('600'),
    })

    await openSignedIn(browser, key, `/alerts/${alert.id}`)

    await browser.sees(`document.querySelector('.plot')`)
    await browser.shows('The server is busy. Trying again in')
  })

  it('the console tells in its own words what a proxy answers', async () => {
    const page = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }
    await failing({
      '/api/v1/alerts': (count) => (count === 1 ? page : undefined),
      '/api/matches': (count) => (count === 1 ? { ...page, status: 429 } : undefined),
    })
    await openSignedIn(browser, key, '/alerts')
    await browser.shows('cannot answer this at the moment (502)')
    await press('Try again')
    await browser.shows('There is no alert yet.')

    await press('Matches')

    await browser.shows('cannot answer this at the moment (429)')
  })

  it('the breadth of the words of a search is measured once, from the search to the alert', async () => {
    await openSignedIn(browser, key, '?q=warm')
    await press('How often is it said?')
    await browser.shows('Below the limit of 50 a day.')
    await press('Make an alert')
    await browser.shows('The limit is 50 a day.')

    await press('Create the alert')

    await browser.shows('This alert has not matched yet.')
    await browser.shows('The limit is 50 a day.')
    expect(browser.requested.filter((url) => url.endsWith('/alerts/preview'))).to.have.length(1)
  })

  it('the breadth of an alert can be measured again where it was refused', async () => {
    const minute = refusal(429, { code: 'rate_limited', scope: 'per_minute', reset: 1 })
    await failing({ '/alerts/preview': (count) => (count === 1 ? minute : undefined) })
    await openSignedIn(browser, key, '/alerts/new?words=warm')

    await press('Try again')

    await browser.shows('The limit is 50 a day.')
  })

  it('a search asks once for the days that somebody types, and once where it is repeated', async () => {
    await openSignedIn(browser, key, '?q=heat+pump&when=days')
    await browser.sees(`document.querySelector('.found')`)
    const searches = () => browser.requested.filter((url) => url.includes('/episodes/search'))
    const address = () => browser.evaluate<string>('location.search')

    await browser.evaluate(`(() => {
      const field = document.querySelector('input[type=date]')
      field.focus()
      for (const year of ['0002', '0020', '0202', new Date().getUTCFullYear()]) {
        field.value = year + '-01-01'
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })()`)
    await browser.press('Enter')
    await until(async () => (await address()).includes('-01-01'))
    await browser.sees(`document.querySelector('.found')`)
    expect(searches()).to.have.length(2)
    const pages = await browser.evaluate('history.length')
    await search('heat pump')

    expect(await browser.evaluate('history.length')).to.equal(pages)
  })

  it('a search in one show says in which, without a request where the show was open', async () => {
    const { podcastUuid } = await publishEpisode({ podcastTitle: 'Warm Rooms' })
    await openSignedIn(browser, key, `/podcasts/${podcastUuid}`)
    await press('Search in this show')
    await browser.shows('Only in Warm Rooms')
    await search('heat pump')
    await browser.sees(`document.querySelectorAll('.hit').length === 1`)

    expect(browser.requested.filter((url) => url.endsWith(`/podcasts/${podcastUuid}`))).to.have.length(2)
    await browser.click('.filters .on')
    await browser.sees(`!location.search.includes('show')`)
  })

  it('a replay sends what was counted for its time, not for an earlier one', async () => {
    await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    await openSignedIn(browser, key, '/webhook')
    const release = await holding('/replay')
    const counted = `document.querySelector('#since').form.querySelector('[role=status]').innerText`
    await press('Count matches')
    await browser.evaluate(`(() => {
      const field = document.querySelector('#since')
      field.value = '2026-01-01T00:00'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)

    release()

    await browser.sees(
      `[...document.querySelectorAll('button')].every((one) => one.ariaDisabled !== 'true' || one.innerText === 'Change the address')`,
    )
    expect(await browser.evaluate(counted)).to.equal('')
    await press('Count matches')
    await browser.sees(`${counted} === 'There is no match since then.'`)
  })

  it('what costs a request in a search waits for a click in the next search too', async () => {
    await publishEpisode({ says: ['A wombat and a numbat.'] })
    await openSignedIn(browser, key, '?q=wombat')
    await press('All places')
    await press('How often is it said?')
    await browser.sees(`document.querySelector('.places') && document.querySelector('.week')`)
    const asked = () => browser.requested.filter((url) => /excerpts|preview/.test(url)).length

    await search('numbat')

    await browser.sees(`document.querySelector('.hit mark')?.innerText === 'numbat'`)
    await browser.shows('How often is it said?')
    expect(asked()).to.equal(2)
  })

  it('the matches of an alert leave the list with it', async () => {
    await anAlert(await anApi({ team: stage.team }), { name: 'Echidnas', keywords: ['echidna'] })
    await publishEpisode({ says: ['An echidna.'] })
    await runJob('match')
    await openSignedIn(browser, key, '/matches')
    await press('Alert: Echidnas')
    await press('Delete…')
    await press('Delete')
    await browser.shows('There is no alert yet.')

    await press('Matches')

    await browser.shows('No alert has matched yet.')
  })

  it('an alert that was written with a key that ended is still there after the sign-in', async () => {
    const revoked = await aKey({ team: stage.team })
    await openSignedIn(browser, revoked.value, '/alerts/new')
    await browser.click('#alert-name')
    await browser.type('Night trains')
    await browser.click('#keywords')
    await browser.type('night train')
    await browser.press('Enter')
    await browser.shows('The limit is 50 a day.')
    await currentApp().db.run('UPDATE api_keys SET revoked_at = 1 WHERE uuid = :uuid', { uuid: revoked.uuid })
    await press('Create the alert')
    await browser.sees(`document.activeElement?.id === 'key'`)
    await browser.type(key)
    await browser.press('Enter')

    await press('Create the alert')

    await browser.sees(`document.querySelector('h1').innerText === 'Night trains'`)
    await press('Alerts')
    await press('New alert')
    await browser.sees(`document.querySelector('#alert-name')?.value === ''`)
  })

  it('a new alert begins empty after one that was refused for its words', async () => {
    await openSignedIn(browser, key, '/alerts/new')
    await browser.click('#alert-name')
    await browser.type('Night trains')
    await browser.click('#keywords')
    await browser.type('!!!')
    await browser.press('Enter')
    await press('Create the alert')
    await browser.sees(`document.querySelector('form.aside [aria-invalid="true"]')`)

    await press('Alerts')
    await press('New alert')

    await browser.sees(`document.querySelector('#alert-name')?.value === ''`)
  })
})
