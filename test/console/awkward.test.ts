import { expect } from 'chai'
import { insertAttempts } from '../../lib/webhooks/attempt-store.js'
import { followFeeds } from '../../scripts/demo/demo-history.js'
import { anAlert } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import type { Browser } from '../support/browser.js'
import { openSignedIn, pressLabel, publishEpisode, useStage } from '../support/console-stage.js'
import { aKey, anAccount, anApi, aTeam } from '../support/factories.js'
import { aDelivery, aWebhook } from '../support/webhooks.js'

/** As long as a title may be, without a place to break it. */
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten'
  .repeat(5)
  .slice(0, 300)
const ARABIC = 'مضخة الحرارة في البيوت القديمة: ماذا تكلف ومن يدفع'

describe('the console with unusual data', function () {
  this.timeout(120_000)
  useApp({ network: { resolve: async () => [{ address: '93.184.215.14', family: 4 }] }, startsAt: 'now' })
  const stage = useStage()
  let browser: Browser
  let key: string
  beforeEach(() => {
    ;({ browser, key } = stage)
  })

  const press = (label: string) => pressLabel(browser, label)

  it('the state of a feed is in sight beside the longest title', async () => {
    const { db, clock, services } = currentApp()
    await publishEpisode({ podcastTitle: LONG_WORD })
    await followFeeds(db, services.ids, clock.now())
    await openSignedIn(browser, key, '/feeds')
    await browser.sees(`document.querySelector('.feeds td .badge')`)

    const [badge, frame] = await browser.evaluate<number[]>(`['td:last-child', '.scroller'].map((selector) =>
      document.querySelector(selector).getBoundingClientRect().right)`)

    expect(badge).to.be.at.most(frame!)
  })

  it('a title in Arabic begins where the rest of the page does', async () => {
    const { uuid } = await publishEpisode({ title: ARABIC, podcastTitle: ARABIC })
    await openSignedIn(browser, key, `/episodes/${uuid}`)

    for (const width of [1280, 360]) {
      await browser.show(width, 800)
      await browser.sees(`document.querySelector('h1')`)
      const lefts = await browser.evaluate<number[]>(`['h1', '.show', '.deeds'].map((selector) => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('.head ' + selector))
        return Math.min(...[...range.getClientRects()].map(({ left }) => Math.round(left)))
      })`)
      expect(Math.max(...lefts) - Math.min(...lefts), `at ${width} pixels`).to.be.at.most(3)
    }
  })

  it('many long words of an alert take three lines of a list', async () => {
    const keywords = Array.from({ length: 10 }, (_, index) =>
      `phrase ${index} ${'of many words '.repeat(12)}`.trim(),
    )
    await anAlert(await anApi({ team: stage.team }), { keywords })
    await openSignedIn(browser, key, '/alerts')
    await browser.sees(`document.querySelector('.line-item')`)

    const height = await browser.evaluate(`document.querySelector('.line-item .meta').offsetHeight`)

    expect(height).to.be.below(120)
  })

  it('an episode without audio says so in the place of its button', async () => {
    const { uuid } = await publishEpisode({ audioUrl: '' })

    await openSignedIn(browser, key, `/episodes/${uuid}`)

    await browser.shows('This episode names no audio that can be played here.')
    expect(await browser.evaluate(`document.querySelector('.head .from')`)).to.equal(null)
  })

  it('the console counts active alerts as they are switched on and off', async () => {
    const free = await aTeam({ account: await anAccount({ plan: 'free' }) })
    await openSignedIn(browser, (await aKey({ team: free })).value, '/alerts/new?words=warm')
    await browser.shows('0 of 3 active alerts are in use.')
    await press('Create the alert')
    await browser.shows('Switch off')
    currentApp().clock.advance(60_000)
    await browser.evaluate(`document.querySelector('.nav a[href$="/alerts"]').click()`)

    await press('New alert')

    await browser.shows('1 of 3 active alerts are in use.')
    await browser.evaluate('location.reload()')
    await browser.shows('1 of 3 active alerts are in use.')
  })

  it('the attempts of a delivery are those that its row counts', async () => {
    const webhook = await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    const id = (await aDelivery(webhook))!
    await openSignedIn(browser, key, '/webhook')
    await press('Attempts')
    await browser.shows('No request was sent yet.')
    const { db, clock } = currentApp()
    const row = await db.get<{ id: number }>('SELECT id FROM deliveries WHERE uuid = :id', { id })
    await insertAttempts(db, [
      { delivery: { id: row!.id }, at: clock.now(), durationMs: 7, statusCode: 500, error: 'it failed' },
    ])
    await db.run('UPDATE deliveries SET attempts = 1 WHERE uuid = :id', { id })

    await press('Refresh')

    await browser.shows('it failed')
  })

  it('a webhook tells that a delivery is sent again, whatever the list is filtered by', async () => {
    const webhook = await aWebhook({ url: 'https://hooks.example.org/', team: stage.team })
    const id = (await aDelivery(webhook))!
    await currentApp().db.run("UPDATE deliveries SET status = 'failed' WHERE uuid = :id", { id })
    await openSignedIn(browser, key, '/webhook?status=failed')

    await press('Send again')

    await browser.shows('It is sent again, as a new delivery.')
  })

  it('a menu closes when something is chosen in it', async () => {
    const { uuid } = await publishEpisode()
    await openSignedIn(browser, key, `/episodes/${uuid}`)
    await browser.click('.menu summary')
    await browser.sees(`document.querySelector('.menu').open`)

    await press('.txt')

    await browser.sees(`!document.querySelector('.menu').open`)
    expect(await browser.evaluate(`document.activeElement.innerText.trim()`)).to.equal('Save as…')
  })

  it('the teams of an account have room on phones and tablets, beside the pages and the link to the account', async () => {
    const account = await anAccount()
    await aTeam({ account, name: 'Press office of the northern and southern districts' })
    await aTeam({ account, name: 'Second desk' })
    await openSignedIn(browser, (await aKey({ account })).value, '')

    for (const width of [780, 360, 320]) {
      await browser.show(width, 740)
      const [select, link, cut, wider, lines] = await browser.evaluate<number[]>(`[
        document.querySelector('.who select').offsetWidth,
        document.querySelector('.who .account').getBoundingClientRect().right,
        document.querySelector('.account span').scrollWidth - document.querySelector('.account span').offsetWidth,
        document.documentElement.scrollWidth - innerWidth,
        document.querySelector('.top').offsetHeight,
      ]`)
      expect(lines, `at ${width} pixels`).to.be.at.most(57)
      expect(select, `at ${width} pixels`).to.be.above(60)
      expect(link, `at ${width} pixels`).to.be.at.most(width)
      expect(cut, `at ${width} pixels`).to.equal(0)
      expect(wider, `at ${width} pixels`).to.be.at.most(0)
    }
  })
})
