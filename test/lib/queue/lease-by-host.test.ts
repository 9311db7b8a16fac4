import { expect } from 'chai'
import { MINUTE_MS } from '../../../lib/clock.js'
import { Capacity } from '../../../lib/queue/capacity.js'
import { leaseDueFetches } from '../../../lib/transcripts/due-transcript-store.js'
import { currentApp, useApp } from '../../support/app.js'
import { anEpisode } from '../../support/catalogue.js'

/** More than a worker chooses from at a time. */
const MANY = 250

describe('leasing by host', () => {
  useApp()

  it('rows of other hosts are leased while the many due rows of one host wait', async () => {
    const { db, clock } = currentApp()
    const { podcastId } = await anEpisode()
    for (let n = 0; n <= MANY; n++) {
      const [host, dueAt] = n === 0 ? ['quick.example', 1] : ['slow.example', 1 + n]
      await db.run(
        `INSERT INTO episodes (uuid, podcast_id, guid, title, held_at, search_key, transcript_due_at, transcript_host)
         VALUES (:uuid, :podcastId, :uuid, 'Episode', 0, :searchKey, :dueAt, :host)`,
        { uuid: `${n}`, podcastId, searchKey: 1_000_000 + n, dueAt, host },
      )
    }
    const hosts = new Capacity({ total: 32, perKey: 2 })
    const lease = { now: clock.now(), until: clock.now() + MINUTE_MS, limit: 8 }

    const first = await leaseDueFetches(db, hosts, lease)
    for (const { host } of first) hosts.acquire(host)
    const second = await leaseDueFetches(db, hosts, lease)

    expect(first.map(({ host }) => host)).to.deep.equal(['slow.example', 'slow.example'])
    expect(second.map(({ host }) => host)).to.deep.equal(['quick.example'])
  })
})
