import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { useApp } from '../support/app.js'
import type { Browser } from '../support/browser.js'
import type { AudioHost } from '../support/console-stage.js'
import { openSignedIn, publishEpisode, useStage } from '../support/console-stage.js'
import { anApi } from '../support/factories.js'
import { runJob } from '../support/jobs.js'

describe('listening in the console', function () {
  this.timeout(120_000)
  useApp({ startsAt: 'now' })
  const stage = useStage()
  let browser: Browser
  let audio: AudioHost
  let key: string
  beforeEach(() => {
    ;({ browser, audio, key } = stage)
  })

  /** Opens an episode of ten minutes and plays it from its beginning. */
  async function playLongEpisode(): Promise<void> {
    const says = Array.from(
      { length: 120 },
      (_, index) => `Sentence ${index}. ${'It goes on and on. '.repeat(10)}`,
    )
    const { uuid } = await publishEpisode({ says, audioUrl: audio.url('/audio/600'), measuredSeconds: 600 })
    await openSignedIn(browser, key, `/episodes/${uuid}?q=goes`)
    await browser.click('.para .time')
    await browser.sees(`document.querySelector('.transcript [aria-current]')`)
  }

  it('a phone has the buttons to jump, to change the speed and to follow', async () => {
    await browser.show(360, 740)
    await playLongEpisode()

    const buttons = await browser.evaluate<Array<{ name: string; isWhole: boolean }>>(`
      [...document.querySelectorAll('.player button')].map((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return { name: button.ariaLabel ?? button.innerText.trim(), isWhole: right <= 360 && button.contains(at) }
      })`)

    expect(buttons).to.deep.equal(
      ['Back 15 seconds', 'Pause', 'Forward 30 seconds', 'Speed: 1', 'Follow', 'Close the player'].map(
        (name) => ({
          name,
          isWhole: true,
        }),
      ),
    )
  })

  it('the audio does not scroll a reader back who has moved elsewhere, until Follow is pressed', async () => {
    await playLongEpisode()
    const isFollowing = `document.querySelector('.extra [aria-pressed]').ariaPressed`
    const isInSight = `(() => {
      const { top, bottom } = document.querySelector('.transcript [aria-current]').getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })()`
    expect(await browser.evaluate(isFollowing)).to.equal('true')
    await browser.turnWheel(4000)
    await browser.sees(`!${isInSight}`)

    await browser.press('l')

    await browser.sees(`${isFollowing} === 'false'`)
    expect(await browser.evaluate(isInSight)).to.equal(false)
    await browser.press('f')
    await browser.sees(isInSight)
    expect(await browser.evaluate(isFollowing)).to.equal('true')
  })

  it('the links to the seconds of a transcript keep the words that are searched in it', async () => {
    await playLongEpisode()

    const links = await browser.evaluate<string[]>(
      `['.para .time', '.list a'].map((link) => document.querySelector(link).search)`,
    )

    expect(links).to.deep.equal(['?q=goes&t=0', '?q=goes&t=0'])
  })

  it('a transcript shows at once what an episode that is paused has come to', async () => {
    await playLongEpisode()
    await browser.press('k')
    await browser.sees(`document.querySelector('.play').ariaLabel === 'Play'`)
    await browser.evaluate(`document.querySelector('.nav a[href$="/feeds"]').click()`)
    await browser.sees(`!document.querySelector('.transcript')`)

    await browser.click('.player .title')

    await browser.sees(`document.querySelector('.transcript [aria-current]')`)
  })

  it('the list of places tells how many there are where it ends earlier', async () => {
    await playLongEpisode()

    await browser.sees(
      `document.querySelector('.list li:last-child').textContent === 'The first 100 of 120. The transcript shows all.'`,
    )
  })

  it('the track marks the places of the words, wherever the episode was started', async () => {
    await playLongEpisode()

    await browser.sees(`document.querySelectorAll('.track .tick').length === 120`)
  })

  it('the menu of formats is whole and on top on a phone', async () => {
    await browser.show(360, 740)
    const { uuid } = await publishEpisode()
    await openSignedIn(browser, key, `/episodes/${uuid}`)
    await browser.sees(`document.querySelector('.para')`)

    await browser.click('.menu summary')

    const covered = await browser.evaluate<string[]>(`
      [...document.querySelectorAll('.menu .choices > *')].filter((choice) => {
        const { left, right, top, bottom } = choice.getBoundingClientRect()
        return ![left + 1, right - 1].every((x) => choice.contains(document.elementFromPoint(x, (top + bottom) / 2)))
      }).map((choice) => choice.innerText)`)
    expect(covered).to.deep.equal([])
  })

  it('the episode that was pressed last plays, also where an earlier one is found later', async () => {
    await anAlert(await anApi({ team: stage.team }), { keywords: ['bilby'] })
    const audioUrl = audio.url('/audio/30')
    const { uuid } = await publishEpisode({ title: 'Found late', says: ['A bilby.'], audioUrl })
    await publishEpisode({ title: 'Pressed last', says: ['A bilby.'], audioUrl })
    await runJob('match')
    const release = await stage.holding(`/api/v1/episodes/${uuid}`)
    await openSignedIn(browser, key, '/matches')
    const play = (title: string) =>
      browser.sees(`(() => {
        const hit = [...document.querySelectorAll('.hit')].find((one) => one.innerText.includes('${title}'))
        hit?.querySelector('.from').click()
        return hit
      })()`)

    await play('Found late')
    await play('Pressed last')
    await browser.sees(`document.querySelector('.player .title')?.innerText === 'Pressed last'`)
    release()

    await browser.sees(`!document.querySelector('.from[aria-disabled=true]')`)
    expect(await browser.evaluate(`document.querySelector('.player .title').innerText`)).to.equal(
      'Pressed last',
    )
  })
})
