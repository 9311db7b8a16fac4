import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { useApp } from '../support/app.js'
import type { Browser } from '../support/browser.js'
import {
  consoleUrl,
  openSignedIn,
  pressLabel,
  publishEpisode,
  refusal,
  useStage,
} from '../support/console-stage.js'
import { anApi } from '../support/factories.js'
import { runJob } from '../support/jobs.js'
import { aWebhook } from '../support/webhooks.js'

describe('the console with a keyboard and a screen reader', function () {
  this.timeout(120_000)
  useApp({ network: { resolve: async () => [{ address: '93.184.215.14', family: 4 }] }, startsAt: 'now' })
  const stage = useStage()
  const { failing } = stage
  let browser: Browser
  let key: string
  beforeEach(() => {
    ;({ browser, key } = stage)
  })

  const press = (label: string) => pressLabel(browser, label)
  const focused = () => browser.evaluate<string>('document.activeElement.innerText.trim()')

  it('a button keeps the focus while what it started is under way, and starts it once', async () => {
    const alert = await anAlert(await anApi({ team: stage.team }))
    await openSignedIn(browser, key, `/alerts/${alert.id}`)
    await browser.shows('Switch off')
    const release = await stage.holding(`/api/v1/alerts/${alert.id}`)
    await press('Switch off')
    await browser.sees(`document.activeElement.ariaDisabled === 'true'`)
    await browser.press('Enter')
    release()
    await browser.shows('Switch on')
    expect(await focused()).to.equal('Switch on')

    await browser.press('Enter')

    await browser.shows('Switch off')
    expect(await focused()).to.equal('Switch off')
    await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    await openSignedIn(browser, key, '/webhook')
    await press('Count matches')
    await browser.shows('There is no match since then.')
    expect(await focused()).to.equal('Count matches')
  })

  it('the focus moves to the first of the items that were loaded on', async () => {
    for (let count = 0; count < 26; count++)
      await publishEpisode({ title: `Visit ${count}`, says: ['A quokka.'] })
    await openSignedIn(browser, key, '?q=quokka&order=newest')

    await press('Show 25 more')

    await browser.sees(`document.activeElement.innerText === 'Visit 0'`)
  })

  it('a page of a list that fails moves no focus, neither then nor after a refresh', async () => {
    await anAlert(await anApi({ team: stage.team }), { keywords: ['potoroo'] })
    for (let count = 0; count < 26; count++) await publishEpisode({ says: ['A potoroo.'] })
    await runJob('match')
    await openSignedIn(browser, key, '/matches')
    await browser.sees(`document.querySelectorAll('.hit').length === 25`)
    const refused = refusal(500, { code: 'internal', message: 'It failed.' })
    await failing({ '/api/matches': (count) => (count === 1 ? refused : undefined) })
    await press('Show 25 more')
    await browser.shows('It failed.')
    expect(await focused()).to.equal('Show 25 more')

    await press('Refresh')

    await browser.sees(`document.querySelector('.push [role=status]').textContent === 'Up to date.'`)
    expect(await focused()).to.equal('Refresh')
  })

  it('the focus stays in the field for words when one is removed', async () => {
    await openSignedIn(browser, key, '/alerts/new?words=heat+pump%0Anight+train')
    await browser.sees(`document.querySelectorAll('.words .chip').length === 2`)
    await browser.evaluate(`document.querySelector('.words button').focus()`)

    await browser.press('Enter')

    await browser.sees(`document.querySelectorAll('.words .chip').length === 1`)
    expect(await browser.evaluate('document.activeElement.id')).to.equal('keywords')
  })

  it('the console says that an alert has no room for further words, and keeps what was typed', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `word${index}`)
    await openSignedIn(browser, key, `/alerts/new?words=${ten.join('%0A')}`)
    await browser.click('#keywords')
    await browser.type('eleventh')

    await browser.press('Enter')

    await browser.shows('An alert has at most 10 words or phrases.')
    expect(await browser.evaluate(`document.querySelector('#keywords').value`)).to.equal('eleventh')
  })

  it('the link to a second is named by its time, and tells what was copied also where the page has no HTTPS', async () => {
    const { uuid } = await publishEpisode()
    await openSignedIn(browser, key, `/episodes/${uuid}?t=5`)
    await browser.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    const link = `[...document.querySelectorAll('.deeds a')].find((one) => one.innerText.includes('Link to'))`
    await browser.sees(link)

    const name = await browser.nameOf(link)
    await press('Link to 0:05')

    expect(name).to.equal('Link to 0:05')
    await browser.shows('Copied: 0:05')
    expect(await focused()).to.equal('Link to 0:05')
    expect(await browser.evaluate('location.search')).to.equal('?t=5')
  })

  it('the links of a hit are named by what they lead to', async () => {
    await publishEpisode({ podcastTitle: 'Warm Rooms' })
    await openSignedIn(browser, key, '?q=heat+pump')
    await browser.sees(`document.querySelector('.hit .meta a')`)

    expect(await browser.nameOf(`document.querySelector('.hit .meta a')`)).to.equal('Warm Rooms')
  })

  it('a screen reader gets one number of a countdown, not every second', async () => {
    await failing({
      '/api/matches': () => refusal(503, { code: 'search_unavailable' }, { 'retry-after': '600' }),
    })
    await openSignedIn(browser, key, '/matches')
    await browser.shows('The server is busy.')

    const counting = await browser.evaluate<string>(`new Promise((resolve) => {
      const banner = document.querySelector('.banners')
      new MutationObserver(([{ target }]) => resolve(target.parentElement.ariaHidden)).observe(banner, {
        characterData: true,
        subtree: true,
      })
    })`)

    expect(counting).to.equal('true')
  })

  it('a sign-in link works in the tab whose sign-in page is open already', async () => {
    await browser.open(consoleUrl('/sign-in'))
    await browser.sees(`document.querySelector('#key')`)

    await browser.open(consoleUrl(`/sign-in#code=${'x'.repeat(43)}`))

    await browser.shows('This link was used already or is older than ten minutes.')
    expect(await browser.evaluate('location.hash')).to.equal('')
  })

  it('the focus is on the page when what had it goes away', async () => {
    await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    await openSignedIn(browser, key, '/webhook')
    await press('Delete…')
    await press('Delete')
    await browser.shows('This team has no webhook yet.')

    expect(await browser.evaluate('document.activeElement.id')).to.equal('main')
    const { uuid } = await publishEpisode({ audioUrl: stage.audio.url('/audio/30') })
    await openSignedIn(browser, key, `/episodes/${uuid}`)
    await press('Play from 0:00')
    await press('Close the player')
    await browser.sees(`!document.querySelector('.player')`)
    expect(await browser.evaluate('document.activeElement.id')).to.equal('main')
  })
})
