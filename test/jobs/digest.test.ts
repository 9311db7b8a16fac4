import { expect } from 'chai'
import { HOUR_MS } from '../../lib/clock.js'
import { jobsOf } from '../../lib/jobs/jobs.js'
import { queueAdminMail } from '../../lib/mail/outbox-store.js'
import { anAlert, anEpisodeSaying } from '../support/alerts.js'
import type { Api, Json } from '../support/api.js'
import { currentApp, type TestApp, useApp } from '../support/app.js'
import { aName, anApi, aTeam, aUser, type TestTeam, type TestUser } from '../support/factories.js'
import { runJob } from '../support/jobs.js'
import { MailServer } from '../support/mail-server.js'

const aWord = (what: string) => aName(what).replace(' ', '')

describe('the digest', () => {
  let server: MailServer
  const environment: Record<string, string> = {
    OVERHEARD_MAIL_FROM: 'Overheard <news@overheard.example>',
    OVERHEARD_BASE_URL: 'https://overheard.example/base/',
  }
  before(async () => {
    server = await MailServer.start()
    environment.OVERHEARD_SMTP_URL = server.url
  })
  after(() => server.close())
  useApp({ environment })

  let team: TestTeam
  let api: Api
  let user: TestUser
  beforeEach(async () => {
    team = await aTeam()
    api = await anApi({ team })
    user = await aUser({ teams: [team], fullName: 'Ada Example' })
    server.refusal = undefined
    server.onTaken = undefined
    server.taken()
  })

  /** An alert of the user's that has matched an episode. */
  async function matched(given: Json = {}, episode: Json = {}): Promise<{ word: string; alert: Json }> {
    const word = aWord('said')
    const alert = await anAlert(api, { keywords: [word], recipient_user_ids: [user.uuid], ...given })
    await anEpisodeSaying(`Today ${word} is said.`, episode)
    await runJob('match')
    return { word, alert }
  }

  it('the digest is one mail per recipient with all their alerts, as text and HTML', async () => {
    const colleague = await aUser({ teams: [team] })
    const both = [user.uuid, colleague.uuid]
    const first = await matched({ name: 'Trains', recipient_user_ids: both }, { title: 'Night trains' })
    const second = await matched({ name: 'Pumps <b>&' }, { title: 'Pumps & "heat" <i>' })

    await runJob('digest')

    const mails = server.taken()
    expect(mails.flatMap(({ recipients }) => recipients).sort()).to.deep.equal(
      [colleague.email, user.email].sort(),
    )
    const mail = mails.find(({ recipients }) => recipients[0] === user.email)!
    expect(mail.subject).to.equal('2 new matches of 2 alerts')
    expect(mail.from).to.deep.equal({ name: 'Overheard', address: 'news@overheard.example' })
    expect(mail.to).to.deep.equal([{ name: 'Ada Example', address: user.email }])
    for (const part of [
      'Trains',
      'Pumps <b>&',
      'Night trains',
      'Pumps & "heat" <i>',
      first.word,
      second.word,
    ]) {
      expect(mail.text).to.contain(part)
    }
    expect(mail.text).to.match(/https:\/\/media\.example\.org\/[0-9a-f-]+\.mp3\?a=1&b=2#t=\d/)
    expect(mail.html).to.contain('Pumps &lt;b&gt;&amp;').and.contain('Pumps &amp; &quot;heat&quot; &lt;i&gt;')
    expect(mail.html).to.match(/href="https:\/\/media\.example\.org\/[0-9a-f-]+\.mp3\?a=1&amp;b=2#t=\d/)
    expect(mail.html).to.include('<title>2 new matches of 2 alerts</title>')
    for (const part of [mail.text, mail.html]) {
      expect(part).to.include('To stop it, ask your team').and.include('https://overheard.example/base')
    }
    const other = mails.find(({ recipients }) => recipients[0] === colleague.email)!
    expect(other.subject).to.equal('1 new match: Trains')
    expect(other.text).not.to.contain(second.word)
  })

  it('the digest mails a match once, and nothing without new matches', async () => {
    await matched()
    await runJob('digest')
    expect(server.taken()).to.have.length(1)

    await runJob('digest')
    currentApp().clock.advance(HOUR_MS)
    await runJob('digest')

    expect(server.taken()).to.deep.equal([])
  })

  it('the digest leaves out alerts without recipients or with mail switched off', async () => {
    await matched({ recipient_user_ids: [] })
    await matched({ email_enabled: false })

    await runJob('digest')

    expect(server.taken()).to.deep.equal([])
  })

  it('the digest goes to the present recipients who are still members of the team', async () => {
    const { alert } = await matched({ recipient_user_ids: [] })
    const gone = await aUser({ teams: [team] })
    const body = { recipient_user_ids: [user.uuid, gone.uuid] }
    await api.call('updateAlert', { params: { alert_id: alert.id }, body })
    await currentApp().db.run('DELETE FROM team_members WHERE user_id = :id', { id: gone.id })

    await runJob('digest')

    expect(server.taken().flatMap(({ recipients }) => recipients)).to.deep.equal([user.email])
  })

  it('a mail that the server refuses is retried with the same Message-ID', async () => {
    await matched()
    server.refusal = { code: 451, message: 'come back later' }
    const refused = await runJob('digest')
    server.refusal = undefined
    const sendMails = jobsOf(currentApp().services).find(({ name }) => name === 'mail')!
    const tooSoon = await sendMails.run(new AbortController().signal)
    const taken = await runJob('digest')

    expect(refused).to.include({ mails: 1, failed: 1, sent: 0 })
    expect(tooSoon).to.include({ sent: 0 })
    // The next digest waits for no pause: an operator who has mended the server runs it by hand.
    expect(taken).to.include({ mails: 0, sent: 1 })
    const [mail] = server.taken()
    const row = await currentApp().db.get<{ message_id: string; tries: number }>(
      'SELECT message_id, tries FROM mails WHERE address = :address',
      { address: user.email },
    )
    expect(mail!.messageId).to.equal(`<${row!.message_id}@overheard.example>`)
    expect(row!.tries).to.equal(2)
  })

  it('a mail that the server refuses for two days is given up and logged', async () => {
    await matched()
    server.refusal = { code: 550, message: 'no such mailbox' }
    await runJob('digest')
    currentApp().clock.advance(48 * HOUR_MS)

    const counts = await runJob('digest')

    expect(counts).to.include({ dropped: 1 })
    expect(
      currentApp().log.some(({ msg, level }) => level === 50 && String(msg).startsWith('work was set aside')),
    ).to.equal(true)
    currentApp().clock.advance(HOUR_MS)
    expect(await runJob('digest')).to.include({ failed: 0, dropped: 0, sent: 0 })
  })

  it('a crash before a mail is marked as sent repeats the mail', async () => {
    await matched()
    let recorded: unknown
    server.onTaken = async () => {
      recorded = await currentApp().db.get('SELECT sent_at FROM mails WHERE address = :address', {
        address: user.email,
      })
    }

    await runJob('digest')

    expect(recorded).to.deep.equal({ sent_at: null })
    const row = await currentApp().db.get<{ sent_at: number }>(
      'SELECT sent_at FROM mails WHERE address = :address',
      {
        address: user.email,
      },
    )
    expect(row!.sent_at).to.equal(currentApp().clock.now())
  })

  it('two processes that digest at the same time write one digest', async () => {
    await matched()

    await Promise.all([runJob('digest'), runJob('digest'), runJob('digest')])

    expect(server.taken()).to.have.length(1)
  })

  it('notices go to every admin of the account and to nobody else', async () => {
    const admins = [
      await aUser({ account: team.account, isAdmin: true }),
      await aUser({ account: team.account, isAdmin: true }),
    ]
    await aUser({ isAdmin: true })
    const { db, clock, services } = currentApp()
    await queueAdminMail(db, {
      accountId: team.account.id,
      subject: 'A webhook was switched off',
      text: 'It failed.',
      html: '<p>It failed.</p>',
      now: clock.now(),
      ids: services.ids,
    })

    await runJob('digest')

    const mails = server.taken()
    expect(mails.flatMap(({ recipients }) => recipients).sort()).to.deep.equal(
      admins.map(({ email }) => email).sort(),
    )
    expect(mails[0]!.text).to.contain('It failed.')
  })
})

describe('without a mail server', () => {
  let app: TestApp
  useApp()
  before(() => {
    app = currentApp()
  })

  it('without a mail server no digest is written, and notices are logged once and dropped', async () => {
    const { db, clock, services, log } = app
    const team = await aTeam()
    const user = await aUser({ teams: [team], isAdmin: true })
    const api = await anApi({ team })
    const word = aWord('unheard')
    await anAlert(api, { keywords: [word], recipient_user_ids: [user.uuid] })
    await anEpisodeSaying(`${word}.`)
    await runJob('match')
    const notice = { subject: 'A notice', text: 'text', html: 'html', now: clock.now(), ids: services.ids }
    await queueAdminMail(db, { accountId: team.account.id, ...notice })

    const counts = await runJob('digest')
    const again = await runJob('digest')

    expect(counts).to.include({ mails: 0, sent: 0, dropped: 1 })
    expect(again).to.include({ mails: 0, sent: 0, dropped: 0 })
    expect(log.filter(({ msg }) => String(msg).startsWith('a mail was dropped'))).to.have.length(1)
  })
})
