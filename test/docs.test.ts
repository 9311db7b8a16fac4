import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { currentApp, useApp } from './support/app.js'
import { Browser, findBrowserOrSkip } from './support/browser.js'
import { aPodcast } from './support/catalogue.js'
import { describedOperations } from './support/described-operations.js'
import { aKey } from './support/factories.js'
import { PrefixingProxy } from './support/prefixing-proxy.js'
import { until } from './support/until.js'

/** Where pictures of the pages are kept, for whoever wants to look at them. */
const PICTURES = process.env.OVERHEARD_TEST_PICTURES

const pictureNameOf = (origin: string) => origin.replace(/\W+/g, '-')

/** By how many pixels the page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

describe('the pages in a browser', function () {
  // A browser on a busy machine takes its time.
  this.timeout(120_000)
  useApp()
  const opened: Browser[] = []
  let name: string
  let proxy: PrefixingProxy | undefined

  before(async function () {
    name = findBrowserOrSkip(this)
    proxy = await PrefixingProxy.start(currentApp().url, '/overheard')
  })
  after(() => proxy?.close())

  afterEach(async () => {
    for (const browser of opened.splice(0)) await browser.close()
  })

  async function aBrowser(): Promise<Browser> {
    const browser = await Browser.start(name)
    opened.push(browser)
    return browser
  }

  async function keep(browser: Browser, what: string): Promise<void> {
    if (PICTURES !== undefined) writeFileSync(`${PICTURES}/${what}.png`, await browser.picture())
  }

  /** Nothing went wrong, and nothing was asked of anybody else. */
  function expectClean({ complaints, requested }: Browser, origin: string): void {
    expect(complaints).to.deep.equal([])
    expect(requested).to.have.length.above(1)
    expect(
      requested.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')),
    ).to.deep.equal([])
  }

  /** The service under two names, and behind a proxy that adds a prefix. */
  const origins = () => {
    const { port } = new URL(currentApp().url)
    return [`http://127.0.0.1:${port}`, `http://localhost:${port}`, proxy!.url]
  }

  it('the home page shows what the service is', async () => {
    for (const origin of origins()) {
      const browser = await aBrowser()

      await browser.open(`${origin}/`)
      await until(() => browser.evaluate<boolean>(`document.querySelectorAll('main a').length > 3`))

      // The style sheet has arrived and is not refused by the page's own policy.
      await until(() =>
        browser.evaluate<boolean>(
          `getComputedStyle(document.querySelector('pre')).backgroundColor !== 'rgba(0, 0, 0, 0)'`,
        ),
      )
      const links = await browser.evaluate<string[]>(
        `[...document.querySelectorAll('main a')].map(({ href }) => href)`,
      )
      expect(links.filter((link) => !link.startsWith(`${origin}/`))).to.deep.equal([])
      await keep(browser, `home-${pictureNameOf(origin)}`)
      expectClean(browser, origin)
    }
  })

  const WIDTHS: Array<[width: number, height: number, scheme: 'light' | 'dark']> = [
    [1280, 800, 'light'],
    [1280, 800, 'dark'],
    [390, 844, 'light'],
  ]

  it('the pages fit their window, and axe-core finds no fault of ours in them', async () => {
    const [origin] = origins()
    for (const [path, drawn] of [
      ['/', 'pre'],
      ['/docs', '.opblock'],
    ] as const) {
      for (const [width, height, scheme] of WIDTHS) {
        const browser = await aBrowser()
        await browser.show(width, height, scheme)

        await browser.open(`${origin}${path}`)
        await until(() => browser.evaluate<boolean>(`document.querySelector('${drawn}') !== null`))

        const what = `${path} ${width} ${scheme}`
        await keep(browser, `${path.slice(1) || 'home'}-${width}-${scheme}`)
        expect(await browser.accessibilityFaults(['.swagger-ui']), what).to.deep.equal([])
        expect(await browser.evaluate(OVERFLOW), what).to.equal(0)
        await browser.close()
        opened.pop()
      }
    }
  })

  it('the reference shows the contents, Authorize and the first operation on its first screen', async () => {
    const browser = await aBrowser()
    await browser.show(1280, 800, 'dark')

    await browser.open(`${origins()[0]}/docs`)
    await until(() => browser.evaluate<boolean>(`document.querySelector('.opblock') !== null`))

    for (const selector of ['nav a', '.btn.authorize', '.opblock']) {
      const bottom = await browser.evaluate<number>(
        `document.querySelector('${selector}').getBoundingClientRect().bottom`,
      )
      expect(bottom, selector).to.be.within(1, 800)
    }
    expect(await browser.evaluate('document.documentElement.className')).to.include('dark-mode')
    const contents = await browser.evaluate<string[]>(
      `[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href').split('/').pop())`,
    )
    expect(contents).to.have.members(describedOperations.map(({ operationId }) => operationId))
  })

  it('the reference opens an operation from the contents, also on a phone', async () => {
    const browser = await aBrowser()
    await browser.show(390, 844)
    await browser.open(`${origins()[0]}/docs`)
    await until(() => browser.evaluate<boolean>(`document.querySelector('.opblock') !== null`))

    await browser.evaluate(`document.querySelector('nav a[href="#/episodes/searchEpisodes"]').click()`)

    const block = `document.querySelector('#operations-episodes-searchEpisodes')`
    await until(() => browser.evaluate<boolean>(`${block}.querySelector('.execute') !== null`))
    expect(await browser.evaluate(`${block}.getBoundingClientRect().top`)).to.be.within(-1, 400)
    expect(await browser.evaluate(OVERFLOW)).to.equal(0)
  })

  it('the reference lists every operation of the API', async () => {
    for (const origin of origins()) {
      const browser = await aBrowser()

      await browser.open(`${origin}/docs`)
      const shown = () =>
        browser.evaluate<string[]>(
          `[...document.querySelectorAll('.opblock')].map((block) => block.querySelector('.opblock-summary-method').textContent + ' ' + block.querySelector('.opblock-summary-path').dataset.path)`,
        )
      await until(async () => (await shown()).length > describedOperations.length)

      await keep(browser, `docs-${pictureNameOf(origin)}`)
      const expected = describedOperations.map(({ method, path }) => `${method} ${path}`)
      expect(await shown()).to.have.members([...expected, 'POST alert.match.created'])
      expectClean(browser, origin)
    }
  })

  it('the reference makes a call with a key', async () => {
    const { value } = await aKey()
    await aPodcast({ title: 'Warm Rooms' })
    for (const origin of origins()) {
      const browser = await aBrowser()
      const find = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
      const there = (selector: string) => until(() => browser.evaluate<boolean>(`${find(selector)} !== null`))
      const click = async (selector: string) => {
        await there(selector)
        await browser.evaluate(`${find(selector)}.click()`)
      }
      // React hears of a value only through the setter of the element's class.
      const type = async (selector: string, text: string) => {
        await there(selector)
        await browser.evaluate(`(() => {
          const input = ${find(selector)}
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
          input.dispatchEvent(new Event('input', { bubbles: true }))
          input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
        })()`)
      }

      await browser.open(`${origin}/docs`)
      await click('.btn.authorize')
      await type('.auth-container input', value)
      await click('.auth-btn-wrapper .authorize')
      await click('.btn-done')
      await click('#operations-podcasts-searchPodcasts .opblock-summary-control')
      await type('#operations-podcasts-searchPodcasts [data-param-name="q"] input', 'warm')
      await click('#operations-podcasts-searchPodcasts .execute')
      await there('#operations-podcasts-searchPodcasts .live-responses-table .response-col_status')

      const answer = await browser.evaluate<string>(
        `${find('#operations-podcasts-searchPodcasts .live-responses-table')}.textContent`,
      )
      await browser.evaluate(`${find('#operations-podcasts-searchPodcasts')}.scrollIntoView()`)
      await keep(browser, `call-${pictureNameOf(origin)}`)
      expect(answer).to.match(/200/).and.include('Warm Rooms')
      expectClean(browser, origin)
    }
  })
})
