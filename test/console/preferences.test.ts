import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { useApp } from '../support/app.js'
import { Browser, findBrowserOrSkip } from '../support/browser.js'
import { openSignedIn, publishEpisode } from '../support/console-stage.js'
import { aKey, anApi, aTeam } from '../support/factories.js'
import { runJob } from '../support/jobs.js'

describe('the console for people who set colours or motion of their system', function () {
  this.timeout(120_000)
  useApp({ startsAt: 'now' })
  let browser: Browser
  let key: string
  let alertPath: string
  let episodePath: string

  before(async function () {
    const name = findBrowserOrSkip(this)
    const team = await aTeam()
    key = (await aKey({ team })).value
    alertPath = `/alerts/${(await anAlert(await anApi({ team }), { keywords: ['heat pump'] })).id}`
    const { uuid } = await publishEpisode()
    episodePath = `/episodes/${uuid}?q=heat+pump`
    await runJob('match')
    browser = await Browser.start(name)
  })
  after(() => browser?.close())

  /** Two pictures differ where a person can see what the script takes away. */
  async function canBeSeen(script: string): Promise<boolean> {
    const before = await browser.picture()
    await browser.evaluate(script)
    return !(await browser.picture()).equals(before)
  }

  for (const scheme of ['light', 'dark'] as const) {
    it(`the console shows what is chosen, marked, focused and plotted in forced colours on ${scheme}`, async () => {
      await browser.show(1280, 900, scheme, { 'forced-colors': 'active' })
      await openSignedIn(browser, key, '?q=heat+pump')
      await browser.sees(`document.querySelector('.hit mark')`)
      expect(await browser.evaluate(`matchMedia('(forced-colors: active)').matches`)).to.equal(true)
      await browser.evaluate(`document.querySelector('.nav a:last-child').focus({ focusVisible: true })`)
      const seen: Record<string, boolean> = {
        focus: await canBeSeen('document.activeElement.blur()'),
        mark: await canBeSeen(
          `document.querySelectorAll('.hit mark').forEach((mark) => mark.replaceWith(...mark.childNodes))`,
        ),
        page: await canBeSeen(
          `document.querySelector('.nav [aria-current]').removeAttribute('aria-current')`,
        ),
        scope: await canBeSeen(`document.querySelector('.either :checked').checked = false`),
      }

      await openSignedIn(browser, key, alertPath)
      await browser.sees(`document.querySelector('.plot .bar')`)
      seen.bars = await canBeSeen(`document.querySelectorAll('.plot .bar').forEach((bar) => bar.remove())`)
      await browser.sees(`document.querySelector('.week rect')`)
      seen.week = await canBeSeen(`document.querySelectorAll('.week rect').forEach((bar) => bar.remove())`)

      await openSignedIn(browser, key, episodePath)
      await browser.sees(`document.querySelector('.list [aria-current]')`)
      seen.place = await canBeSeen(
        `document.querySelector('.list [aria-current]').removeAttribute('aria-current')`,
      )
      await browser.evaluate(`document.querySelector('[data-at]').setAttribute('aria-current', 'true')`)
      seen.sentence = await canBeSeen(`document.querySelector('[data-at]').removeAttribute('aria-current')`)

      expect(Object.keys(seen).filter((what) => !seen[what])).to.deep.equal([])
    })
  }

  it('the console moves nothing where people want no motion', async () => {
    await browser.show(1280, 900, 'light', { 'prefers-reduced-motion': 'reduce' })
    await openSignedIn(browser, key, '')
    const stylesOf = (selector: string) =>
      browser.evaluate<string>(`(() => {
        const probe = document.body.appendChild(document.createElement('p'))
        probe.className = '${selector}'
        const { animationDuration, transitionDuration } = getComputedStyle(probe)
        probe.remove()
        return animationDuration + ' ' + transitionDuration
      })()`)

    expect(await browser.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).to.equal(
      'auto',
    )
    expect(await stylesOf('loading')).to.equal('0s 0s')
    await browser.show(1280, 900)
    expect(await stylesOf('loading')).to.equal('0.2s 0s')
  })
})
