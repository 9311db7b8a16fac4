import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { Browser, findBrowserOrSkip } from '../support/browser.js'
import { pressLabel, publishEpisode, signInByLink } from '../support/console-stage.js'
import { aKey, anApi, aTeam } from '../support/factories.js'
import { runJob } from '../support/jobs.js'
import { PrefixingProxy } from '../support/prefixing-proxy.js'
import { aWebhook } from '../support/webhooks.js'

describe('the console behind a proxy that adds a prefix', function () {
  this.timeout(120_000)
  useApp({ network: { resolve: async () => [{ address: '93.184.215.14', family: 4 }] }, startsAt: 'now' })
  let browser: Browser
  let proxy: PrefixingProxy

  before(async function () {
    const name = findBrowserOrSkip(this)
    proxy = await PrefixingProxy.start(currentApp().url, '/overheard')
    currentApp().services.publicAddress.baseUrl = proxy.url
    browser = await Browser.start(name)
    await browser.show(1280, 900)
  })
  after(async () => {
    await browser?.close()
    await proxy?.close()
  })

  it('the console behind a proxy signs in by a link and shows every page, with all of its requests below the prefix', async () => {
    const team = await aTeam()
    const { uuid, podcastUuid } = await publishEpisode({ title: 'Old houses' })
    await aWebhook({ url: 'https://hooks.example.org/', team })
    const alert = await anAlert(await anApi({ team }), { keywords: ['heat pump'] })
    await runJob('match')

    await signInByLink(browser, (await aKey({ team })).value)
    expect(await browser.evaluate('location.href')).to.equal(`${proxy.url}/console`)
    await browser.click('input[type=search]')
    await browser.type('heat pump')
    await browser.press('Enter')
    await pressLabel(browser, 'Read the transcript')
    await browser.sees(`document.querySelector('.para')`)
    expect(await browser.evaluate('location.pathname')).to.equal(`/overheard/console/episodes/${uuid}`)
    for (const [page, part] of Object.entries({ Matches: '.hit', Alerts: '.line-item', Webhook: '.badge' })) {
      await pressLabel(browser, page)
      await browser.sees(`document.querySelector('${part}')`)
    }
    const loadedAnew = {
      '': '.search',
      [`/podcasts/${podcastUuid}`]: '.line-item',
      [`/episodes/${uuid}?q=heat`]: '.para',
      '/alerts/new?words=warm': '.week',
      [`/alerts/${alert.id}`]: '.plot',
      '/feeds': 'h1',
      '/account': '.gauges',
    }
    for (const [path, part] of Object.entries(loadedAnew)) {
      await browser.open(`${proxy.url}/console${path}`)
      await browser.sees(`document.querySelector('.top') && document.querySelector('${part}')`)
    }

    const outside = browser.requested.filter((url) => /^http/.test(url) && !url.startsWith(`${proxy.url}/`))
    expect(outside).to.deep.equal([])
    expect(browser.complaints).to.deep.equal([])
    expect(await browser.evaluate('document.cookie')).to.equal('')
  })

  it('the console behind a proxy is reached from the home page and leads to the reference', async () => {
    await browser.open(`${proxy.url}/`)
    await browser.sees(`document.querySelector('a[href="console"]')`)
    expect(await browser.evaluate(`document.querySelector('a[href="console"]').href`)).to.equal(
      `${proxy.url}/console`,
    )
    await signInByLink(browser, (await aKey()).value)
    await browser.open(`${proxy.url}/console/account`)

    await browser.sees(`document.querySelector('.gauges')`)
    expect(await browser.evaluate(`document.querySelector('a[href$="/docs"]').href`)).to.equal(
      `${proxy.url}/docs`,
    )
  })
})
