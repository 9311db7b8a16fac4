import { expect } from 'chai'
import { StepLags } from '../../../lib/metrics/step-lag-store.js'
import { currentApp, useApp } from '../../support/app.js'
import { anEpisode } from '../../support/catalogue.js'
import { aDelivery, aWebhook } from '../../support/webhooks.js'

describe('the lags of steps', () => {
  useApp({ network: { resolve: async () => [{ address: '93.184.216.34', family: 4 }] } })

  it('the lag of each step is read once, whichever process did the step', async () => {
    const { db, clock } = currentApp()
    await anEpisode({ says: 'Before.' })
    const steps = new StepLags(db, clock)
    await steps.start()
    clock.advance(5000)
    const now = clock.now()
    const episode = await anEpisode({ publishedAt: now - 60_000, says: 'A pump.' })
    await anEpisode({ publishedAt: now - 60_000, says: 'An import.' })
    await db.run(
      `INSERT INTO feed_items (podcast_id, episode_id, guid, title, audio_url, content_hash)
       SELECT podcast_id, id, 'g', 't', 'u', 'h' FROM episodes WHERE id = :id`,
      { id: episode.id },
    )
    await db.run(
      `UPDATE transcripts SET source = 'publisher', held_at = held_at + 3000 WHERE episode_id = :id`,
      { id: episode.id },
    )
    await aDelivery(await aWebhook({ url: 'https://example.org/' }))
    await db.run(
      `UPDATE deliveries SET status = 'succeeded', delivered_at = created_at + 2000, last_attempt_at = created_at + 2000`,
    )

    clock.advance(10_000)
    const first = await steps.read()
    const second = await steps.read()

    const byStep = Object.fromEntries(first.map(({ step, seconds }) => [step, seconds]))
    expect(byStep).to.deep.equal({ fetched: 60, transcribed: 3, delivered: 2 })
    expect(first).to.have.lengthOf(3)
    expect(second).to.deep.equal([])
  })
})
