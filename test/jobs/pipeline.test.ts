import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook as Verifier } from 'standardwebhooks'
import { startJobs } from '../../lib/jobs/start.js'
import { currentApp, useApp } from '../support/app.js'
import { noEspeak, speak } from '../support/audio.js'
import { anAuthority } from '../support/certificates.js'
import { anItem } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, type Publisher, usePublisher } from '../support/feeds.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { installedRecogniser, TEST_MODELS } from '../support/recogniser.js'
import { aWebhook, type TestWebhook } from '../support/webhooks.js'

const authority = anAuthority()
/** Receivers compare timestamps with their own clock. */
const startsAt = 'now'
const network = { ca: authority.ca }

/** A team that wants to hear of the keywords at a receiver of its own, while the jobs run. */
function useListeners() {
  let receiver: Receiver
  let webhook: TestWebhook
  let stopJobs: () => Promise<void>

  beforeEach(async () => {
    receiver = await aReceiver(authority.issue())
    webhook = await aWebhook({ url: receiver.url() })
    stopJobs = startJobs(currentApp().services)
  })
  afterEach(async () => {
    await stopJobs()
    await receiver.close()
  })

  return {
    async listenFor(...keywords: string[]): Promise<void> {
      const answer = await webhook.api.call('createAlert', { body: { name: 'Watch', keywords } })
      expect(answer.status).to.equal(201)
    },
    /** The first delivery, its signature checked. */
    async delivered() {
      const [request] = await receiver.received(1)
      const headers = request!.headers as Record<string, string>
      return new Verifier(webhook.secret).verify(request!.body, headers) as Record<string, never>
    },
  }
}

function publishToday(publisher: Publisher, audio: string | Buffer): string {
  const url = publisher.server.serve('/1.wav', { headers: { 'content-type': 'audio/wav' }, body: audio })
  const date = new Date(currentApp().clock.now()).toISOString()
  return publisher.publish([anItem({ guid: '1', title: 'One', date, audio: url })], {
    more: '<language>en</language>',
  })
}

function aSpokenFile(text: string): Buffer {
  return readFileSync(speak(text, join(currentApp().folder, 'speech.wav')))
}

describe('from a feed to a signed delivery', () => {
  describe('through a server that recognises speech', () => {
    let speech: OpenAiServer
    const environment: Record<string, string> = { ...FEED_ENVIRONMENT }
    before(async () => {
      speech = await anOpenAiServer()
      environment.OVERHEARD_TRANSCRIBER_URL = speech.url
    })
    after(() => speech.close())
    useApp({ environment, startsAt, network })
    const publisher = usePublisher()
    const listeners = useListeners()

    it('a delivery contains the recognised words and their time in the audio', async () => {
      speech.answerWith({
        language: 'english',
        duration: 9,
        text: 'Welcome. Today it is teapots.',
        segments: [
          { start: 0, end: 4, text: 'Welcome.' },
          { start: 5, end: 9, text: 'Today it is teapots.' },
        ],
      })
      await listeners.listenFor('teapots')

      await publisher.follow(publishToday(publisher, Buffer.from('RIFF0000WAVEfmt ')))

      const event = await listeners.delivered()
      expect(event).to.deep.include({ type: 'alert.match.created', test: false })
      expect(event.data).to.deep.include({ keywords_matched: ['teapots'] })
      expect(event.data).to.have.property('first_offset_seconds').within(5, 9)
    })
  })

  describe('through the embedded recogniser', () => {
    before(async function () {
      this.timeout(120_000)
      if (noEspeak) console.log(`      left out: ${noEspeak}`)
      if (noEspeak || !(await installedRecogniser())) this.skip()
    })
    useApp({
      environment: { ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'embedded', OVERHEARD_MODELS: TEST_MODELS },
      startsAt,
      network,
    })
    const publisher = usePublisher()
    const listeners = useListeners()

    it('the embedded recogniser leads from a synthetic voice to a delivery', async function () {
      this.timeout(120_000)
      await listeners.listenFor('podcast', 'software')
      const audio = aSpokenFile(
        'Welcome to the podcast about open source software. Today we talk about search engines.',
      )

      const feed = await publisher.follow(publishToday(publisher, audio))

      const event = await listeners.delivered()
      expect(event.data).to.have.property('keywords_matched').that.is.not.empty
      expect(await publisher.health(feed)).to.include({ transcripts: 1 })
    })
  })
})
