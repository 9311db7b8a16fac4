import { expect } from 'chai'
import { leaseDueQuestions } from '../../../lib/alerts/question-store.js'
import { isPostgres } from '../../../lib/db/is-postgres.js'
import { MIGRATIONS, migratePostgres, migrateSqlite } from '../../../lib/db/migrate.js'
import { connect, migrate } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import type { CheckContext } from '../../../lib/doctor/check.js'
import { checkSchema } from '../../../lib/doctor/database.js'
import { leaseDueFeeds } from '../../../lib/feeds/feed-store.js'
import { leaseDueMails } from '../../../lib/mail/outbox-store.js'
import { Capacity } from '../../../lib/queue/capacity.js'
import { listSetAside, overviewOf } from '../../../lib/queue/overview.js'
import { leaseDueFetches, leaseRecognition } from '../../../lib/transcripts/due-transcript-store.js'
import { leaseDueDeliveries } from '../../../lib/webhooks/delivery-store.js'
import { makeEmptyDatabase } from '../../support/engine.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const LATER = NOW + 3_600_000
/** The last migration before all queues got the same columns. */
const BEFORE = MIGRATIONS.findIndex(({ name }) => name === '015-work-queues')

/** Work of every kind that was waiting, under way or given up when the old version was stopped. */
const WAITING = [
  `INSERT INTO accounts (id, uuid, name, plan, created_on, created_at) VALUES (1, 'a', 'A', 'pro', '2026-01-01', ${NOW})`,
  `INSERT INTO teams (id, uuid, account_id, name, created_at) VALUES (1, 't', 1, 'T', ${NOW})`,
  `INSERT INTO podcasts (id, uuid, feed_url, title, created_at) VALUES (1, 'p1', 'https://a.example/1', 'P', ${NOW}), (2, 'p2', 'https://a.example/2', 'P', ${NOW}), (3, 'p3', 'https://a.example/3', 'P', ${NOW})`,
  // Due, being polled, and gone.
  `INSERT INTO feeds (id, uuid, podcast_id, host, admitted_at, back_catalogue, next_poll_at, leased_until, failures, last_error, last_error_at)
   VALUES (1, 'f1', 1, 'a.example', ${NOW}, :none, ${NOW}, NULL, 2, 'The server answered 500.', ${NOW}),
          (2, 'f2', 2, 'a.example', ${NOW}, :none, ${NOW}, ${NOW + 20_000}, 0, '', NULL),
          (3, 'f3', 3, 'a.example', ${NOW}, :none, NULL, NULL, 1, 'The publisher says that this feed is gone (410).', ${NOW})`,
  `INSERT INTO episodes (id, uuid, podcast_id, guid, title, held_at, search_key, transcript_due_at, transcript_tries, transcript_error, transcript_leased_until, transcript_links)
   VALUES (1, 'e1', 1, '1', 'E', ${NOW}, 1, ${NOW}, 3, '404', NULL, '[{"url":"https://Files.example.org:8443/1.vtt","type":"","language":"","rel":""}]'), (2, 'e2', 1, '2', 'E', ${NOW}, 2, NULL, 0, '', NULL, '[]')`,
  `INSERT INTO recognitions (episode_id, due_at, tries, leased_until, done_seconds) VALUES (2, ${NOW}, 1, ${NOW + 20_000}, 7)`,
  `INSERT INTO transcripts (episode_id, language, word_count, timed, source, encoding, text, timing, held_at, percolate_due_at, percolate_leased_until)
   VALUES (1, 'en', 1, 1, 'import', 0, :none, :none, ${NOW}, ${NOW}, ${NOW + 15_000})`,
  `INSERT INTO alerts (id, uuid, team_id, name, keywords, question, use_classifier, email_enabled, is_active, change_number, created_at, updated_at)
   VALUES (1, 'al', 1, 'A', '["x"]', 'Is it?', 1, 0, 1, 1, ${NOW}, ${NOW})`,
  `INSERT INTO questions (alert_id, episode_id, hit, passages, created_at, due_at, tries, leased_until, last_error) VALUES (1, 1, '{}', 'p', ${NOW}, ${NOW}, 4, ${NOW + 45_000}, 'HTTP 500')`,
  `INSERT INTO webhooks (id, uuid, team_id, url, secret, next_due_at, created_at) VALUES (1, 'w', 1, 'https://r.example/', 's', ${NOW}, ${NOW})`,
  `INSERT INTO deliveries (id, uuid, webhook_id, event_type, body, status, attempts, created_at, due_at, next_attempt_at, last_attempt_at, last_error)
   VALUES (1, 'd1', 1, 'e', 'b', 'pending', 3, ${NOW}, ${NOW + 60_000}, ${NOW}, ${NOW}, 'HTTP 500'),
          (2, 'd2', 1, 'e', 'b', 'failed', 8, ${NOW}, NULL, NULL, ${NOW}, 'HTTP 500')`,
  `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, due_at, tries, leased_until, last_error)
   VALUES ('m', 'admin', 'a@example.org', 'A', 's', 't', 'h', ${NOW}, ${NOW}, 1, ${NOW + 180_000}, 'refused')`,
]

describe('a database of the version with seven queues', () => {
  let db: Database
  let remove: () => Promise<void>

  before(async () => {
    const place = await makeEmptyDatabase('old')
    const migrateTo = (count: number) =>
      (isPostgres(place.database) ? migratePostgres : migrateSqlite)(
        place.database,
        MIGRATIONS.slice(0, count),
      )
    await migrateTo(BEFORE)
    const old = connect(place.database)
    for (const statement of WAITING) {
      await old.run(statement, statement.includes(':none') ? { none: Buffer.alloc(0) } : {})
    }
    await old.close()
    await migrateTo(MIGRATIONS.length)
    db = connect(place.database)
    remove = async () => {
      await db.close()
      await place.remove()
    }
  })
  after(() => remove())

  it('waiting and abandoned work of the older version is shown', async () => {
    const steps = await overviewOf(db, LATER)

    expect(Object.fromEntries(steps.map(({ step, due }) => [step, due]))).to.deep.equal({
      poll: 2,
      fetch: 1,
      recognise: 1,
      match: 1,
      ask: 1,
      deliver: 1,
      mail: 1,
    })
    expect(await listSetAside(db)).to.deep.equal([
      { step: 'poll', id: 'f3', error: 'The publisher says that this feed is gone (410).', at: NOW },
      { step: 'deliver', id: 'd2', error: 'HTTP 500', at: NOW },
    ])
  })

  it('waiting work of the older version is done, and its earlier failures count', async () => {
    const lease = { now: LATER, until: LATER + 20_000, limit: 9 }
    const hosts = new Capacity({ total: 9 })

    const leased = {
      feeds: (await leaseDueFeeds(db, hosts, lease)).map(({ id, tries }) => [id, tries]).sort(),
      transcripts: (await leaseDueFetches(db, hosts, lease)).map(({ id, tries, host }) => [id, tries, host]),
      recognitions: (await leaseRecognition(db, { ...lease, heldSince: 0 })).map(({ id, tries }) => [
        id,
        tries,
      ]),
      questions: (await leaseDueQuestions(db, lease)).map(({ tries }) => tries),
      mails: (await leaseDueMails(db, lease)).map(({ tries }) => tries),
      deliveries: (await leaseDueDeliveries(db, { now: LATER, quotas: [{ webhookId: 1, count: 5 }] })).map(
        ({ uuid, attempts }) => [uuid, attempts],
      ),
    }

    expect(leased).to.deep.equal({
      feeds: [
        [1, 2],
        [2, 0],
      ],
      transcripts: [[1, 3, 'files.example.org']],
      recognitions: [[2, 1]],
      questions: [4],
      mails: [1],
      deliveries: [['d1', 3]],
    })
  })
})

describe('a database of a newer version', () => {
  it('a database of a newer version is not opened, and doctor says so', async () => {
    const { database, remove } = await makeEmptyDatabase('newer')
    const schema = () => checkSchema({ config: { database } } as CheckContext)
    if (isPostgres(database)) expect((await schema()).detail).to.include('no schema yet')
    await migrate(database)
    expect(await schema()).to.deep.equal({ ok: true, detail: `all ${MIGRATIONS.length} migrations are done` })
    const db = connect(database)
    await db.run(
      db.engine === 'sqlite'
        ? `PRAGMA user_version = ${MIGRATIONS.length + 1}`
        : "INSERT INTO migrations (name, batch) VALUES ('999-later', 9)",
    )
    await db.close()

    const error = await migrate(database).catch((error: Error) => error)

    expect(error).to.be.an('error').with.property('message').that.includes('newer version')
    expect((await schema()).detail).to.include(
      `newer version of Overheard (${MIGRATIONS.length + 1} migrations`,
    )
    await remove()
  })
})
