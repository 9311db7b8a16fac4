import { expect } from 'chai'
import { anAlert } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import type { Browser } from '../support/browser.js'
import { anAuthority } from '../support/certificates.js'
import {
  type AudioHost,
  consoleUrl,
  HOSTILE,
  openSignedIn,
  type Published,
  pressLabel,
  publishEpisode,
  refusal,
  signInByLink,
  useStage,
} from '../support/console-stage.js'
import { aKey, anAccount, anApi, aTeam, type TestTeam } from '../support/factories.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { runJob } from '../support/jobs.js'
import { aWebhook, deliveriesOf, type TestWebhook } from '../support/webhooks.js'

const MINUTE_MS = 60_000
const authority = anAuthority()
describe('the console in a browser', function () {
  // A browser on a busy machine takes its time.
  this.timeout(120_000)
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { ca: authority.ca, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    startsAt: 'now',
  })
  const stage = useStage()
  const { failing } = stage
  let browser: Browser
  let audio: AudioHost
  let team: TestTeam
  let key: string
  beforeEach(() => {
    ;({ browser, audio, team, key } = stage)
  })

  const publish = (given: Published = {}) => publishEpisode({ audioUrl: audio.url('/audio/30'), ...given })

  /** What was asked of the service while something was done. */
  async function callsOf(work: () => Promise<void>): Promise<string[]> {
    const before = browser.requested.length
    await work()
    return browser.requested
      .slice(before)
      .map((url) => new URL(url).pathname)
      .filter((path) => path.includes('/api/'))
  }

  const press = (label: string) => pressLabel(browser, label)

  it('the console leads from a sign-in link over a search to what is heard, an alert, its match and a resend', async () => {
    const receiver: Receiver = await aReceiver(authority.issue())
    receiver.answerWith(500)
    const webhook: TestWebhook = await aWebhook({ url: receiver.url(), team })
    const { uuid } = await publish({ title: 'Heat pumps in old houses' })
    await runJob('match')

    await signInByLink(browser, key)
    expect(await browser.evaluate('location.href')).to.equal(consoleUrl())
    await browser.click('input[type=search]')
    await browser.type('"heat pump"')
    await browser.press('Enter')
    await browser.shows('Heat pumps in old houses')
    expect(audio.requests, 'asked before Play').to.deep.equal([])
    await press('Play where it is said')
    await browser.sees(`document.querySelector('.places .now')`)
    expect(audio.requests).to.not.deep.equal([])
    await press('Read the transcript')
    await browser.sees(
      `document.querySelector('.transcript [aria-current]')?.innerText.includes('what a heat pump')`,
    )
    expect(await browser.evaluate('location.pathname')).to.equal(`/console/episodes/${uuid}`)
    await browser.evaluate('history.back()')
    await press('Make an alert')
    await browser.shows('How broad it is')
    await browser.shows('The limit is 50 a day.')
    await press('Create the alert')
    await browser.shows('This alert has not matched yet.')
    await publish({ title: 'A second visit' })
    await runJob('match')
    await runJob('deliver')
    await press('Refresh')
    await browser.shows('A second visit')
    await press('Webhook')
    await press('Send again')
    await browser.sees(`document.querySelectorAll('.line-item').length === 2`)

    expect(await deliveriesOf(webhook)).to.have.length(2)
    await runJob('deliver')
    await press('Attempts')
    await browser.sees(`document.querySelector('table')`)
    expect(browser.complaints).to.deep.equal([])
    await receiver.close()
  })

  it('the console keeps the key out of addresses, localStorage and the log, and hands it to other tabs', async () => {
    await publish()
    await signInByLink(browser, key)
    await browser.open(consoleUrl('?q=heat+pump'))
    await browser.shows('Old houses')

    const handed = await browser.evaluate<string>(`new Promise((resolve) => {
      const tab = new BroadcastChannel('overheard /console')
      tab.onmessage = ({ data }) => data.key && resolve(data.key)
      tab.postMessage({ wants: 'key' })
    })`)
    const stored = await browser.evaluate<string>('JSON.stringify(localStorage) + document.cookie')

    expect(handed).to.equal(key)
    expect(stored).to.not.include(key)
    expect(browser.requested.filter((url) => url.includes(key))).to.deep.equal([])
    expect(JSON.stringify(currentApp().log)).to.not.include(key)
    await browser.evaluate(`new BroadcastChannel('overheard /console').postMessage({ signOut: true })`)
    await browser.sees(`document.querySelector('#key')`)
    expect(await browser.evaluate('sessionStorage.length')).to.equal(0)
  })

  it('the console asks once for a search, once for places and three times for an episode', async () => {
    const { uuid } = await publish()
    await openSignedIn(browser, key, '')

    const search = await callsOf(async () => {
      await browser.click('input[type=search]')
      await browser.type('heat pump')
      await browser.press('Enter')
      await browser.shows('Old houses')
    })
    const places = await callsOf(async () => {
      await press('All places')
      await browser.sees(`document.querySelector('.places')`)
      await press('Hide places')
      await press('All places')
    })
    const episode = await callsOf(async () => {
      await press('Read the transcript')
      await browser.sees(`document.querySelector('.para')`)
      await browser.sees(`document.querySelector('.pairs')`)
    })

    expect(search).to.deep.equal(['/api/v1/episodes/search'])
    expect(places).to.deep.equal([`/api/v1/episodes/${uuid}/transcript/excerpts`])
    expect(episode.sort()).to.deep.equal([
      `/api/v1/episodes/${uuid}`,
      `/api/v1/episodes/${uuid}/transcript/download`,
      `/console/api/episodes/${uuid}/origin`,
    ])
  })

  it('the console plays from where most of the words are said, and keeps the focus on that episode', async () => {
    await publish({ says: ['A night in May.', 'The train is late.', 'This is the night train.'] })
    await openSignedIn(browser, key, '?q=night+train')

    await press('Play where it is said')

    await browser.sees(`document.querySelector('.places .now')?.innerText.includes('This is')`)
    expect(await browser.evaluate('document.activeElement.innerText.trim()')).to.equal('Hide places')
  })

  it('the console counts places, several of which may be in one passage', async () => {
    const passage = ['A quokka.', 'Another quokka.', 'Nothing here.']
    await publish({ title: 'All shown', says: passage })
    await publish({ title: 'The first shown', says: Array.from({ length: 6 }, () => passage).flat() })
    await openSignedIn(browser, key, '?q=quokka')
    await browser.shows('All shown')

    for (const button of ['first', 'last']) {
      await browser.evaluate(`(() => {
        const buttons = [...document.querySelectorAll('.hit button')].filter((one) => one.innerText.trim() === 'All places')
        buttons.at(${button === 'first' ? 0 : -1}).click()
      })()`)
    }
    await browser.sees(`document.querySelectorAll('.places').length === 2`)

    const rest =
      await browser.evaluate(`Object.fromEntries([...document.querySelectorAll('.hit')].map((hit) =>
      [hit.querySelector('h2, h3').innerText, hit.querySelector('.rest')?.innerText ?? 'none']))`)
    expect(rest).to.deep.equal({
      'All shown': 'none',
      'The first shown': 'The first 10 of 12. The transcript shows all.',
    })
  })

  it('the console shows the current place in a long list of places, and the field above it', async () => {
    const says = Array.from({ length: 90 }, (_, index) => `Sentence ${index} about a heat pump.`)
    const { uuid } = await publish({ says })
    await openSignedIn(browser, key, `/episodes/${uuid}?q=heat+pump`)
    await browser.sees(`document.querySelector('.count')?.innerText === '1 of 90'`)

    for (let places = 0; places < 30; places++) await browser.press('n')
    await browser.sees(`document.querySelector('.count').innerText === '31 of 90'`)

    const seen = await browser.evaluate<boolean[]>(`(() => {
      const frame = document.querySelector('.finder').getBoundingClientRect()
      return ['.find input', '.list [aria-current]'].map((selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect()
        return top > frame.top - 1 && bottom < frame.bottom + 1 && bottom < innerHeight
      })
    })()`)
    expect(seen).to.deep.equal([true, true])
  })

  it('the field to find words stays in sight where the list of places has no room', async () => {
    const { uuid } = await publish({
      says: Array.from({ length: 90 }, () => `A heat pump. ${'It goes on and on. '.repeat(10)}`),
    })

    for (const width of [360, 900]) {
      await browser.show(width, 800)
      await openSignedIn(browser, key, `/episodes/${uuid}?q=heat+pump`)
      await browser.sees(`document.querySelector('.count')?.innerText === '1 of 90'`)
      for (const place of [2, 3]) {
        await browser.press('n')
        await browser.sees(`document.querySelector('.count').innerText === '${place} of 90'`)
      }

      const [top, bottom] = await browser.evaluate<number[]>(`(() => {
        const { top, bottom } = document.querySelector('.find input').getBoundingClientRect()
        return [top, bottom]
      })()`)
      expect(top, `at ${width} pixels`).to.be.above(0)
      expect(bottom, `at ${width} pixels`).to.be.below(800)
    }
  })

  it('the list of places hides the card that scrolls behind it', async () => {
    const { uuid } = await publish({
      says: Array.from({ length: 90 }, () => `A heat pump. ${'It goes on and on. '.repeat(10)}`),
    })
    await openSignedIn(browser, key, `/episodes/${uuid}?q=heat+pump`)
    await browser.sees(`document.querySelectorAll('.list a').length === 90`)

    await browser.sees(`(() => {
      scrollTo(0, 500)
      const [finder, card] = ['.finder', '.card'].map((one) => document.querySelector(one).getBoundingClientRect())
      return card.top > finder.top && card.top < finder.bottom
    })()`)
    const background = await browser.evaluate(
      `getComputedStyle(document.querySelector('.finder')).backgroundColor`,
    )
    expect(background).to.equal('rgb(255, 255, 255)')
  })

  it('the console makes an alert of whole phrases, and takes unknown values in an address for the default', async () => {
    await openSignedIn(browser, key, '?q=heat+pump+-gas+|+"night+train"&in=nowhere&order=upwards')

    await browser.sees(`document.querySelector('.told')`)

    expect(
      await browser.evaluate(`[...document.querySelectorAll('.told .chip')].map((chip) => chip.innerText)`),
    ).to.deep.equal(['heat pump', 'night train'])
    expect(
      await browser.evaluate(`document.querySelector('.either :checked').closest('label').innerText`),
    ).to.equal('Spoken words')
  })

  it('the console asks before it takes one of few downloads', async () => {
    const { uuid } = await publish()
    const free = await aTeam({ account: await anAccount({ plan: 'free' }) })

    await openSignedIn(browser, (await aKey({ team: free })).value, `/episodes/${uuid}`)
    await browser.shows('takes one of 20 downloads')
    expect(browser.requested.filter((url) => url.includes('/download'))).to.deep.equal([])
    await press('Open the transcript')

    await browser.shows('The radiators are the trouble.')
  })

  describe('with audio', () => {
    const play = async (audioUrl: string, measuredSeconds = 30) => {
      const { uuid } = await publish({ audioUrl, measuredSeconds })
      await openSignedIn(browser, key, `/episodes/${uuid}`)
      await browser.sees(`document.querySelector('.para .time')`)
      await browser.evaluate(`document.querySelectorAll('.para .time')[0].focus()`)
      await browser.press('Enter')
    }
    const time = () => browser.evaluate<string>(`document.querySelector('.track .time').innerText`)

    it('the player follows redirects, and marks what is heard', async () => {
      await play(audio.url('/moved/30'))

      await browser.sees(`document.querySelector('.transcript [aria-current]')`)
      await browser.shows('0:30')
      expect(audio.requests).to.include('/moved/30')
      await browser.press('l')
      await browser.sees(`document.querySelector('.track .time').innerText >= '0:29'`)
    })

    it('the player says when a host does not let it jump', async () => {
      const { uuid } = await publish({ audioUrl: audio.url('/no-ranges/600') })
      await openSignedIn(browser, key, `/episodes/${uuid}?t=25`)
      await press('Play from 0:25')

      await browser.sees(`document.querySelector('.player')`)
      await browser.sees(
        `document.querySelector('.trouble a')?.target === '_blank' || document.querySelector('.track .time').innerText >= '0:25'`,
      )
    })

    it('the player tells that the audio is longer, and lines it up by a press on what is heard', async () => {
      await play(audio.url('/audio/60'))

      await browser.shows('1:00')
      await browser.shows('This audio is 0:30 longer than the one that was transcribed.')
      await browser.press('l')
      await browser.sees(`document.querySelector('.track .time').innerText >= '0:30'`)
      await press('Line up…')
      await browser.sees(`document.querySelector('.transcript .sentence')`)
      await browser.evaluate(`document.querySelectorAll('.transcript .sentence')[1].focus()`)
      await browser.press('Enter')
      await browser.shows('Lined up: the audio is +0:')

      expect(await time()).to.match(/^0:[23]/)
      await browser.sees(
        `document.querySelector('.transcript [aria-current]')?.innerText.startsWith('Today')`,
      )
    })

    it('the player tells that the audio is gone', async () => {
      await play(audio.url('/gone'))

      await browser.shows('The audio cannot be played')
    })

    it('the player never opens an address that is a script', async () => {
      await play('javascript:window.hacked=1')

      expect(await browser.evaluate('window.hacked')).to.equal(undefined)
      expect(await browser.evaluate(`document.querySelector('.player')`)).to.equal(null)
    })
  })

  it('the console shows what publishers wrote as text', async () => {
    const { uuid, podcastUuid } = await publish({
      title: HOSTILE,
      podcastTitle: HOSTILE,
      says: [`${HOSTILE} heat pump`],
    })
    const api = await anApi({ team })
    await anAlert(api, { name: HOSTILE, keywords: ['heat pump'] })
    await runJob('match')

    for (const path of [
      '?q=heat+pump',
      `/episodes/${uuid}?q=heat`,
      `/podcasts/${podcastUuid}`,
      '/matches',
      '/alerts',
    ]) {
      await openSignedIn(browser, key, path)
      await browser.shows('<img src=x onerror=')
    }

    expect(await browser.evaluate('window.hacked')).to.equal(undefined)
    expect(browser.complaints).to.deep.equal([])
  })

  describe('when something stands in the way', () => {
    it('the console signs in again over the page, and goes on there', async () => {
      await publish()
      const revoked = await aKey({ team })
      await openSignedIn(browser, revoked.value, '/matches')
      await browser.shows('No alert has matched yet.')
      await currentApp().db.run('UPDATE api_keys SET revoked_at = 1 WHERE uuid = :uuid', {
        uuid: revoked.uuid,
      })
      await press('Refresh')

      await browser.shows('The server does not know this key any more.')
      await browser.click('#key')
      await browser.type(key)
      await browser.press('Enter')

      await browser.shows('No alert has matched yet.')
      expect(await browser.evaluate('location.pathname')).to.equal('/console/matches')
    })

    it('the console says why an alert has no room, and what is wrong with a field', async () => {
      const keywords = refusal(422, { code: 'invalid_input', fields: { keywords: ['would match too much'] } })
      const room = refusal(403, { code: 'plan_limit_reached', limit_key: 'alerts', limit: 3 })
      await failing({ '/api/v1/alerts': (count) => (count === 1 ? room : keywords) })
      await openSignedIn(browser, key, '/alerts/new?words=warm')

      await press('Create the alert')
      await browser.shows('Your plan has room for 3 active alerts.')
      await press('Create the alert')

      await browser.sees(`document.querySelector('.words ~ .fault')?.innerText === 'Would match too much.'`)
    })

    it('the console says beside the field why a replay is refused', async () => {
      await aWebhook({ url: 'https://hooks.example.org/', team })
      const refused = { code: 'invalid_input', fields: { since: ['6000 matches were recorded since'] } }
      await failing({ '/replay': () => refusal(422, refused) })
      await openSignedIn(browser, key, '/webhook')

      await press('Count matches')

      await browser.sees(
        `document.querySelector('#since ~ .fault')?.innerText === '6000 matches were recorded since.'`,
      )
    })

    it('the console offers to load a page anew whose file an upgrade removed', async () => {
      const [, later] = /modulepreload" href="[^"]*(later-[^"]+)"/.exec(
        await (await fetch(consoleUrl('/alerts'))).text(),
      )!
      let isUpgraded = true
      await browser.answer(({ url }) =>
        isUpgraded && url.endsWith(later!) ? { status: 404, body: {} } : undefined,
      )
      await openSignedIn(browser, key, '/alerts')
      await browser.shows('This page could not be loaded.')

      isUpgraded = false
      await press('Try again')

      await browser.shows('There is no alert yet.')
    })

    it('the console counts down a used-up minute and goes on by itself', async () => {
      await publish()
      const minute = refusal(
        429,
        { code: 'rate_limited', scope: 'per_minute', reset: 1 },
        { 'retry-after': '1' },
      )
      await failing({ '/episodes/search': (count) => (count === 1 ? minute : undefined) })
      await openSignedIn(browser, key, '?q=heat+pump')

      await browser.shows("This minute's requests are used up. Continuing in 1 second.")
      await browser.shows('Old houses')
    })

    it('the console says when to try again what it does not repeat by itself in a used-up minute', async () => {
      await failing({
        '/alerts/preview': () => refusal(429, { code: 'rate_limited', scope: 'per_minute', reset: 1 }),
        '/session': (count) =>
          count === 1 ? undefined : refusal(429, { code: 'rate_limited', scope: 'per_minute', reset: 1 }),
      })
      const note = `document.querySelector('.notice.bad .time')?.innerText`
      const said = "This minute's requests are used up. Try again now."

      await openSignedIn(browser, key, '/alerts/new?words=warm')
      await browser.sees(note)
      expect(await browser.evaluate(note)).to.equal(said)
      await browser.open(consoleUrl('/account'))
      await browser.sees(note)
      expect(await browser.evaluate(note)).to.equal(said)
    })

    it('the console names the day when a used-up month ends', async () => {
      const reset = Date.UTC(2027, 0, 5) / 1000
      await failing({
        '/episodes/search': () => refusal(429, { code: 'rate_limited', scope: 'per_month', reset }),
      })
      await openSignedIn(browser, key, '?q=heat+pump')

      await browser.shows("This month's requests are used up. They start again on 5 January 2027.")
    })

    it('the console tries a server that is away three times, then offers to try again', async () => {
      await publish()
      const away = refusal(503, { code: 'search_unavailable' }, { 'retry-after': '0' })
      await failing({ '/episodes/search': (count) => (count <= 3 ? away : undefined) })
      await openSignedIn(browser, key, '?q=heat+pump')

      await press('Try again')

      await browser.shows('Old houses')
    })

    it('the console says what to do where there is nothing', async () => {
      const expected: Record<string, string> = {
        '?q=nobody+says+this': 'Search 18 months',
        '/matches': 'Make an alert',
        '/alerts': 'There is no alert yet.',
        '/webhook': 'Create the webhook',
        '/feeds': 'overheard feed add',
        '/nowhere': 'There is no page at this address.',
        '/episodes/00000000-0000-7000-8000-00000000dead': 'There is no episode',
      }
      for (const [path, words] of Object.entries(expected)) {
        await openSignedIn(browser, key, path)
        await browser.shows(words)
      }
    })
  })

  it('the console shows the beginning of a long name of a team', async () => {
    const long = await aTeam({ name: 'Press office '.repeat(12) })
    await openSignedIn(browser, (await aKey({ team: long })).value, '')

    for (const width of [1280, 360]) {
      await browser.show(width, 800)
      const [button, letter] = await browser.evaluate<number[]>(`(() => {
        const button = document.querySelector('.account')
        const letter = document.createRange()
        const name = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode()
        letter.setStart(name, 0)
        letter.setEnd(name, 1)
        return [button, letter].map((one) => one.getBoundingClientRect().left)
      })()`)
      expect(letter, `at ${width} pixels`).to.be.at.least(button!)
    }
  })

  it('the console is accessible on every page, in both themes, from 320 pixels on and with large letters', async () => {
    const receiver = await aReceiver(authority.issue())
    receiver.answerWith(500)
    await aWebhook({ url: receiver.url(), team })
    const api = await anApi({ team })
    const alert = await anAlert(api, { keywords: ['heat pump'] })
    const { uuid, podcastUuid } = await publish()
    await runJob('match')
    await runJob('deliver')
    const pages: Record<string, string> = {
      '?q=heat+pump': '.hit',
      [`/podcasts/${podcastUuid}`]: '.line-item',
      [`/episodes/${uuid}?q=heat+pump`]: '.para',
      '/matches': '.hit',
      '/alerts': '.line-item',
      '/alerts/new?words=warm': '.week',
      [`/alerts/${alert.id}`]: '.plot',
      '/webhook': '.line-item',
      '/feeds': 'h1',
      '/account': '.gauges',
    }
    const faults: string[] = []
    const look = async (page: string) => {
      // What fades in has too little contrast until it is there.
      await browser.sees(`!document.querySelector('.loading')`)
      for (const [width, theme] of [
        [1280, 'light'],
        [1280, 'dark'],
        [320, 'light'],
        [320, 'dark'],
      ] as const) {
        await browser.show(width, 900, theme)
        for (const fault of await browser.accessibilityFaults())
          faults.push(`${page} ${width} ${theme}: ${fault}`)
        const wider = await browser.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (wider > 0) faults.push(`${page} ${width}: ${wider} px too wide`)
      }
      await browser.show(1280, 900)
    }

    await browser.open(consoleUrl('/sign-in'))
    await browser.sees(`document.querySelector('#key')`)
    await look('/sign-in')
    for (const [page, selector] of Object.entries(pages)) {
      await openSignedIn(browser, key, page)
      await browser.sees(`document.querySelector('${selector}')`)
      if (page.startsWith('/episodes')) {
        await press('Play from 0:00')
        await browser.sees(`document.querySelector('.player')`)
      }
      await look(page)
      // As somebody who needs large letters sets them.
      await browser.evaluate(`document.documentElement.style.fontSize = '200%'`)
      await browser.show(640, 900)
      const wider = await browser.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (wider > 0) faults.push(`${page} at 200 %: ${wider} px too wide`)
      await browser.show(1280, 900)
      currentApp().clock.advance(MINUTE_MS)
    }

    expect(faults).to.deep.equal([])
    expect(browser.complaints).to.deep.equal([])
    await receiver.close()
  })

  it('the console needs no mouse', async () => {
    await publish({
      title: 'A deep garden',
      says: ['The cellar is dry.', 'The ground loop is deep.', 'A ground loop lasts.'],
    })
    await browser.open(consoleUrl('/sign-in'))
    await browser.sees(`document.activeElement?.id === 'key'`)
    await browser.type(key)
    await browser.press('Enter')
    await browser.sees(`document.activeElement?.type === 'search'`)
    await browser.type('ground loop')
    await browser.press('Enter')
    await browser.shows('A deep garden')
    expect(await browser.evaluate('document.activeElement.type')).to.equal('search')
    const focused = () => browser.evaluate<string>('document.activeElement.innerText?.trim() ?? ""')
    const tabTo = async (label: string) => {
      for (let tabs = 0; tabs < 60; tabs++) {
        await browser.press('Tab')
        if ((await focused()) === label) return
      }
      throw new Error(`the key Tab never came to ${label}`)
    }

    await tabTo('All places')
    await browser.press('Enter')
    await browser.sees(`document.querySelector('.places')`)
    await tabTo('Read the transcript')
    // As quick as nobody is: before the browser has painted the first place.
    await browser.evaluate(`void new MutationObserver((_, observer) => {
      if (document.querySelector('.count')?.textContent !== '1 of 2') return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
    }).observe(document.body, { childList: true, subtree: true })`)
    await browser.press('Enter')
    await browser.sees(`document.querySelector('.para')`)
    expect(await browser.evaluate('document.activeElement.id')).to.equal('main')
    await browser.sees(`document.querySelector('.count')?.innerText === '2 of 2'`)
    await browser.press('p')
    await browser.sees(`document.querySelector('.count').innerText === '1 of 2'`)
    await browser.press('?')
    await browser.sees(`document.querySelector('dialog[open]')`)
    await browser.press('Escape')
    await browser.sees(`!document.querySelector('dialog[open]')`)
    await tabTo('0:00')
    await browser.press('Enter')
    await browser.sees(`document.querySelector('.transcript [aria-current]')`)
    await browser.press('k')
    await browser.sees(`document.querySelector('.play')?.getAttribute('aria-label') === 'Play'`)
  })

  it('the console gives the focus to the question that takes the place of a button, and back', async () => {
    const alert = await anAlert(await anApi({ team }), { keywords: ['heat pump'] })
    await openSignedIn(browser, key, `/alerts/${alert.id}`)

    for (const round of ['first', 'second']) {
      await press('Delete…')
      await browser.sees(`document.activeElement?.innerText === 'Keep'`)
      await browser.press('Escape')
      await browser.sees(`document.activeElement?.innerText === 'Delete…'`)
      expect(await browser.evaluate(`document.querySelectorAll('.confirm').length`), round).to.equal(0)
    }
  })

  it('the console stops the audio when somebody signs out', async () => {
    await publish()
    await openSignedIn(browser, key, '/?q=heat+pump')
    await press('Play where it is said')
    await browser.sees(`document.querySelector('.play')?.getAttribute('aria-label') === 'Pause'`)
    await press('Feeds')
    await browser.evaluate(`document.querySelector('a[href$="/account"]').click()`)
    await press('Sign out of all tabs')
    await browser.sees(`document.activeElement?.id === 'key'`)

    await browser.type(key)
    await browser.press('Enter')
    await browser.sees(`document.querySelector('header.top')`)

    expect(await browser.evaluate(`document.querySelector('.player')`)).to.equal(null)
  })

  it('the console stays signed out when an older answer about the session arrives late', async () => {
    await openSignedIn(browser, key, '')
    await browser.evaluate(`(() => {
      const real = window.fetch
      window.fetch = async (...asked) => {
        const response = await real(...asked)
        if (!response.url.endsWith('/session')) return response
        const facts = await response.json()
        await new Promise((resolve) => { window.release = resolve })
        return { ok: true, json: async () => facts }
      }
    })()`)
    await browser.evaluate(`document.querySelector('a[href$="/account"]').click()`)
    await browser.sees('window.release')
    await press('Sign out of all tabs')
    await browser.sees(`document.querySelector('#key')`)

    await browser.evaluate('window.release(), new Promise((resolve) => setTimeout(resolve))')

    expect(await browser.evaluate('sessionStorage.length')).to.equal(0)
    expect(await browser.evaluate(`document.querySelector('#key') !== null`)).to.equal(true)
  })

  it('the console says that nothing is at an address with a malformed id', async () => {
    await openSignedIn(browser, key, '/episodes/nope')

    await browser.shows('There is no page at this address.')
  })

  it('the console leaves single keys alone where shortcuts are switched off', async () => {
    await openSignedIn(browser, key, '/account')
    await browser.sees(`document.querySelector('.keys')`)
    await browser.click('.card input[type=checkbox]')
    await browser.press('?')

    expect(await browser.evaluate(`document.querySelector('dialog[open]')`)).to.equal(null)
  })

  it('the console keeps the theme that was chosen', async () => {
    await openSignedIn(browser, key, '/account')
    await browser.sees(`document.querySelector('#theme')`)
    await browser.evaluate(`(() => {
      const select = document.querySelector('#theme')
      select.value = 'dark'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await browser.open(consoleUrl('/account'))

    await browser.sees(`getComputedStyle(document.body).backgroundColor === 'rgb(17, 21, 28)'`)
  })

  it('the console switches teams with a key of the account, and names the team in every link', async () => {
    const account = await anAccount()
    const teams = [
      await aTeam({ account, name: 'First desk' }),
      await aTeam({ account, name: 'Second desk' }),
    ]
    await anAlert(await anApi({ team: teams[1]! }), { name: 'Of the second desk' })
    const { value } = await aKey({ account })

    await openSignedIn(browser, value, `/alerts?team=${teams[1]!.uuid}`)

    await browser.shows('Of the second desk')
    expect(await browser.evaluate(`document.querySelector('.nav a').search`)).to.equal(
      `?team=${teams[1]!.uuid}`,
    )
  })
})
