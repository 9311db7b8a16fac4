import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import { queueRecognition } from '../../lib/transcripts/due-transcript-store.js'
import { anEpisode } from '../support/catalogue.js'
import { Cli } from '../support/cli.js'

describe('the command: work of the steps', () => {
  const cli = new Cli()
  after(() => cli.close())

  before(async () => {
    await cli.json(['account', 'list'])
    const db = connect(cli.database)
    await db.run(
      `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, tries, error, set_aside_at)
       VALUES ('0000-given-up', 'admin', 'a@example.org', 'A', 's', 't', 'h', :now, 9, 'refused', :now)`,
      { now: Date.parse('2026-11-20T12:00:00Z') },
    )
    await db.close()
  })

  it('job list shows the work of each step, and job retry repeats work that was given up', async () => {
    const before = await cli.json(['job', 'list'])
    const doctor = JSON.parse((await cli.run(['doctor', '--json'])).stdout)
    const person = await cli.run(['job', 'list'])

    const retried = await cli.json(['job', 'retry', 'mail', '0000-given-up'])
    const after = await cli.json(['job', 'list'])

    const none = { due: 0, running: 0, waiting: 0, set_aside: 0, oldest_at: null }
    const idle = ['poll', 'fetch', 'recognise', 'match', 'ask', 'deliver'].map((step) => ({ step, ...none }))
    expect(before).to.deep.equal({
      steps: [...idle, { step: 'mail', ...none, set_aside: 1 }],
      set_aside: [{ step: 'mail', id: '0000-given-up', error: 'refused', at: '2026-11-20T12:00:00.000Z' }],
    })
    const work = doctor.checks.find(({ name }: { name: string }) => name === 'work')
    expect(work).to.deep.include({ ok: false }).and.have.property('detail').which.includes('job retry')
    expect(person.stdout).to.match(/mail +0000-given-up +2026-11-20T12:00:00.000Z +refused/)
    expect(retried).to.deep.equal({ step: 'mail', id: '0000-given-up' })
    expect(after.set_aside).to.deep.equal([])
    expect(after.steps.at(-1)).to.include({ step: 'mail', due: 1, set_aside: 0 })
    expect(after.steps.at(-1).oldest_at).to.match(/^20\d\d-.*Z$/)
  })

  it('job list shows recognitions as due only if there is a recogniser', async () => {
    const [now, other] = [Date.parse('2026-11-20T12:00:00Z'), new Cli()]
    await other.json(['account', 'list'])
    const db = connect(other.database)
    const { id } = await anEpisode({ audioUrl: 'https://example.org/1.mp3' }, { db, now })
    await queueRecognition(db, id, now)
    await db.close()
    const listed = async () => (await other.json(['job', 'list'])).steps[2]

    const without = await listed()
    const person = await other.run(['job', 'list'])
    other.environment.OVERHEARD_TRANSCRIBER_URL = 'http://127.0.0.1:1'
    const configured = await listed()
    await other.close()

    expect(without).to.include({ step: 'recognise', due: 0, waiting: 1, oldest_at: null })
    expect(without.reason).to.include('OVERHEARD_TRANSCRIBER_URL')
    expect(person.stdout).to.include(`recognise waits: ${without.reason}`)
    const none = { running: 0, waiting: 0, set_aside: 0 }
    expect(configured).to.deep.equal({
      step: 'recognise',
      due: 1,
      ...none,
      oldest_at: '2026-11-20T12:00:00.000Z',
    })
  })

  it('job retry refuses work that was not given up, and unknown steps', async () => {
    const unknown = await cli.run(['job', 'retry', 'mail', 'nothing'])
    const wrong = await cli.run(['job', 'retry', 'smoke', 'nothing'])

    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.include('nothing')
    expect(wrong.code).to.equal(2)
  })
})
