import { expect } from 'chai'
import { updateAccount } from '../../lib/accounts/account-store.js'
import type { Alert } from '../../lib/alerts/alert.js'
import { Alerts, pauseOverPlanLimit } from '../../lib/alerts/alerts.js'
import { DAY_MS, SECOND_MS, startOfUtcDay } from '../../lib/clock.js'
import type { Page } from '../../lib/cursor.js'
import type { Db, Params } from '../../lib/db/types.js'
import type { AppError } from '../../lib/errors.js'
import { alertOf, anAlert, anEpisodeSaying, matchesOf } from '../support/alerts.js'
import type { Api, Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aName, anAccount, anApi, aTeam, aUser, type TestTeam } from '../support/factories.js'
import { runJob } from '../support/jobs.js'

const UNKNOWN_ID = '01900000-0000-7000-8000-00000000ffff'

function update(api: Api, { id }: Json, body: Json) {
  return api.call('updateAlert', { params: { alert_id: id }, body })
}

/** The names of the faulty fields of a refusal. */
function faultyFields({ status, body }: { status: number; body: Json }): string[] {
  expect(status).to.equal(422)
  expect(body.error.code).to.equal('invalid_input')
  return Object.keys(body.error.fields).sort()
}

describe('alerts', () => {
  useApp({
    environment: { OVERHEARD_ALERT_MATCHES_PER_DAY: '1', OVERHEARD_PLAN_ALERTS: 'free=2,starter=3,pro=1000' },
  })

  let team: TestTeam
  let api: Api
  beforeEach(async () => {
    team = await aTeam()
    api = await anApi({ team })
  })

  describe('creating', () => {
    it('a new alert is answered completely, with its defaults and its author', async () => {
      const user = await aUser({ teams: [team], fullName: 'Desk Editor' })
      const authored = await anApi({ team, user })

      const { status, body } = await authored.call('createAlert', {
        body: { name: '  Heat pumps ', keywords: [' Heat pump ', 'heat PUMP', 'C++'], unknown: 1 },
      })

      expect(status).to.equal(201)
      expect(body).to.deep.include({
        name: 'Heat pumps',
        keywords: ['Heat pump', 'C++'],
        question: '',
        use_classifier: false,
        email_enabled: true,
        is_active: true,
        paused_at: null,
        paused_reason: null,
        recipients: [],
        team: { id: team.uuid, name: team.name },
        created_by: { id: user.uuid, full_name: 'Desk Editor', email: '' },
      })
      expect(body.created_at).to.equal(body.updated_at)
      expect(await alertOf(authored, body)).to.deep.equal(body)
    })

    it('an alert of a key without a user has no author', async () => {
      expect((await anAlert(api)).created_by).to.equal(null)
    })

    it('recipients are listed in the given order, without their addresses', async () => {
      const [first, second] = [await aUser({ teams: [team] }), await aUser({ teams: [team] })]
      const ids = [second.uuid.toUpperCase(), first.uuid, second.uuid]

      const { recipients } = await anAlert(api, { recipient_user_ids: ids })

      expect(recipients).to.deep.equal([
        { user_id: second.uuid, full_name: second.fullName, email: '' },
        { user_id: first.uuid, full_name: first.fullName, email: '' },
      ])
    })

    it('null means no question, and no recipients', async () => {
      const alert = await anAlert(api, { question: null, recipient_user_ids: null })

      expect(alert).to.deep.include({ question: '', recipients: [] })
    })

    const refused: Array<[what: string, body: Json, fields: string[]]> = [
      ['nothing', {}, ['keywords', 'name']],
      ['a name of blanks and no keywords', { name: '   ', keywords: [] }, ['keywords', 'name']],
      [
        'null where it is not allowed',
        { name: null, keywords: null, is_active: null },
        ['is_active', 'keywords', 'name'],
      ],
      ['a name of 10,000 characters', { name: 'n'.repeat(10_000), keywords: ['ok'] }, ['name']],
      [
        'eleven keywords',
        { name: 'n', keywords: Array.from({ length: 11 }, (_, n) => `word${n}`) },
        ['keywords'],
      ],
      ['a keyword of blanks', { name: 'n', keywords: ['ok', '  '] }, ['keywords']],
      ['a keyword of 201 characters', { name: 'n', keywords: ['k'.repeat(201)] }, ['keywords']],
      ['a keyword of punctuation', { name: 'n', keywords: ['ok', '?!'] }, ['keywords']],
      ['a question of nine characters', { name: 'n', keywords: ['ok'], question: 'Is it so?' }, ['question']],
      [
        'recipients that are not ids',
        { name: 'n', keywords: ['ok'], recipient_user_ids: ['me'] },
        ['recipient_user_ids'],
      ],
      [
        'use_classifier without a configured classifier',
        { name: 'n', keywords: ['ok'], question: 'Is it really so?', use_classifier: true },
        ['use_classifier'],
      ],
      [
        'a classifier without a question',
        { name: 'n', keywords: ['ok'], use_classifier: true },
        ['question', 'use_classifier'],
      ],
      [
        'a long name together with a keyword without letters',
        { name: 'n'.repeat(201), keywords: ['?'] },
        ['keywords', 'name'],
      ],
    ]
    for (const [what, body, fields] of refused) {
      it(`an alert with ${what} is refused, naming ${fields.join(' and ')}`, async () => {
        expect(faultyFields(await api.call('createAlert', { body }))).to.deep.equal(fields)
      })
    }

    it('the length of texts is counted in characters after trimming', async () => {
      const alert = await anAlert(api, { name: ` ${'🎧'.repeat(200)} `, keywords: [` ${'é'.repeat(200)} `] })

      expect([...alert.name]).to.have.length(200)
    })

    it('recipients who are not members of the team are refused, each by name', async () => {
      const sister = await aTeam({ account: team.account })
      const stranger = await aUser({ teams: [sister] })

      const answer = await api.call('createAlert', {
        body: { name: 'n', keywords: ['ok'], recipient_user_ids: [stranger.uuid, UNKNOWN_ID] },
      })

      expect(faultyFields(answer)).to.deep.equal(['recipient_user_ids'])
      expect(answer.body.error.fields.recipient_user_ids.join())
        .to.contain(stranger.uuid)
        .and.contain(UNKNOWN_ID)
    })

    it('a refusal names ten of hundreds of unknown recipients', async () => {
      const ids = Array.from(
        { length: 1000 },
        (_, index) => `01900000-1000-1000-1000-${String(index).padStart(12, '0')}`,
      )

      const answer = await api.call('createAlert', {
        body: { name: 'n', keywords: ['ok'], recipient_user_ids: ids },
      })

      expect(faultyFields(answer)).to.deep.equal(['recipient_user_ids'])
      expect(answer.body.error.fields.recipient_user_ids).to.have.lengthOf(10)
    })
  })

  describe('listing', () => {
    it('alerts of the team are listed newest first, page by page', async () => {
      const names: string[] = []
      for (let n = 0; n < 5; n++) names.unshift((await anAlert(api)).name)
      await anAlert(await anApi())

      const first = await api.call('listAlerts', { query: { limit: 2 } })
      const second = await api.call('listAlerts', { query: { limit: 2, cursor: first.body.next_cursor } })
      const third = await api.call('listAlerts', { query: { limit: 4, cursor: second.body.next_cursor } })

      const listed = [first, second, third].flatMap(({ body }) => body.results.map(({ name }: Json) => name))
      expect(listed).to.deep.equal(names)
      expect(third.body.next_cursor).to.equal(null)
    })

    it('a page with very long alerts ends early, and every alert is listed once', async () => {
      const api = await anApi()
      const made: string[] = []
      for (let count = 0; count < 60; count++) {
        made.unshift((await anAlert(api, { question: '😀'.repeat(10_000) })).id)
      }

      const first = await api.call('listAlerts', { query: { limit: 100 } })
      const second = await api.call('listAlerts', { query: { limit: 100, cursor: first.body.next_cursor } })

      expect(first.text.length).to.be.within(900_000, 1_100_000)
      const listed = [first, second].flatMap(({ body }) => body.results.map(({ id }: Json) => id))
      expect(listed).to.deep.equal(made)
      expect(second.body.next_cursor).to.equal(null)
    })

    it('pages neither repeat nor miss an alert while alerts are added or deleted', async () => {
      const alerts = [await anAlert(api), await anAlert(api), await anAlert(api)]
      const first = await api.call('listAlerts', { query: { limit: 1 } })
      await anAlert(api)
      await api.call('deleteAlert', { params: { alert_id: alerts[2].id } })

      const { body } = await api.call('listAlerts', { query: { cursor: first.body.next_cursor } })

      expect(body.results.map(({ id }: Json) => id)).to.deep.equal([alerts[1].id, alerts[0].id])
    })

    /** The first page, with a change after one of its statements: sizes, alerts, recipients. */
    async function pageDuring(change: () => Promise<unknown>, statement = 1): Promise<Page<Alert>> {
      const { services } = currentApp()
      let done = 0
      const db: Db = Object.create(services.db, {
        all: {
          value: async (sql: string, params?: Params) => {
            const rows = await services.db.all(sql, params)
            if (++done === statement) await change()
            return rows
          },
        },
      })
      const caller = (await services.accounts.authenticate(`Bearer ${api.key}`, '127.0.0.1'))!
      const measureBreadth = async () => ({ episodesPerDay: 0, limit: 1, tooBroad: false })
      return new Alerts({ ...services, db, measureBreadth }).list(caller, caller.team!, { limit: 50 })
    }

    it('a page misses no alert if another one is made while it is read', async () => {
      const made = [await anAlert(api), await anAlert(api)]

      const page = await pageDuring(() => anAlert(api))

      expect(page.nextCursor).to.equal(null)
      expect(page.results.map(({ uuid }) => uuid)).to.include.members(made.map(({ id }) => id))
    })

    it('a page has no alert of another team if one is deleted and another made while it is read', async () => {
      const [kept, deleted] = [await anAlert(api), await anAlert(api)]
      const other = await anApi({ team: await aTeam() })

      // On SQLite, the new alert gets the row number of the deleted one.
      const page = await pageDuring(async () => {
        await api.call('deleteAlert', { params: { alert_id: deleted.id } })
        await anAlert(other)
      })

      expect(page.results.map(({ uuid }) => uuid)).to.deep.equal([kept.id])
    })

    it('an alert that is deleted while it is read does not show the recipients of another one', async () => {
      const deleted = await anAlert(api)
      const otherTeam = await aTeam()
      const stranger = await aUser({ teams: [otherTeam] })
      const other = await anApi({ team: otherTeam })

      const readAlerts = 2
      const page = await pageDuring(async () => {
        await api.call('deleteAlert', { params: { alert_id: deleted.id } })
        await anAlert(other, { recipient_user_ids: [stranger.uuid] })
      }, readAlerts)

      expect(page.results[0]).to.deep.include({ uuid: deleted.id, recipients: [] })
    })

    it('a cursor of another team is stale, a changed cursor is invalid', async () => {
      const account = await anAccount()
      const teams = [await aTeam({ account }), await aTeam({ account })]
      const wide = await anApi({ account })
      const [mine, other] = teams.map((one) => wide.with({ 'X-Service-Team': one.uuid }))
      await anAlert(mine!)
      await anAlert(mine!)
      const cursor = (await mine!.call('listAlerts', { query: { limit: 1 } })).body.next_cursor

      const foreign = await other!.call('listAlerts', { query: { cursor } })
      const changed = await mine!.call('listAlerts', { query: { cursor: `${cursor}A` } })

      expect(foreign.body.error.code).to.equal('stale_cursor')
      expect(changed.body.error.code).to.equal('invalid_cursor')
    })
  })

  describe('alerts of another team', () => {
    it('alerts of another team are not found, changed or deleted', async () => {
      const alert = await anAlert(api)
      const params = { alert_id: alert.id }
      const stranger = await anApi({ team: await aTeam({ account: team.account }) })

      const answers = [
        await stranger.call('getAlert', { params }),
        await stranger.call('updateAlert', { params, body: { name: 'mine' } }),
        await stranger.call('listAlertMatches', { params }),
        await stranger.call('deleteAlert', { params }),
      ]

      for (const { status, body } of answers) {
        expect(status).to.equal(404)
        expect(body.error.code).to.equal('alert_not_found')
      }
      expect(await alertOf(api, alert)).to.deep.equal(alert)
    })
  })

  describe('changing', () => {
    it('a change sets the given fields and keeps the others; null counts as omitted', async () => {
      const user = await aUser({ teams: [team] })
      const alert = await anAlert(api, { question: 'Is this about trains?', recipient_user_ids: [user.uuid] })

      const { status, body } = await update(api, alert, { name: 'Renamed', keywords: null, question: null })

      expect(status).to.equal(200)
      expect(body.updated_at > alert.updated_at).to.equal(true)
      expect({ ...body, updated_at: '' }).to.deep.equal({ ...alert, name: 'Renamed', updated_at: '' })
    })

    it('an empty text clears the question, and an empty list the recipients', async () => {
      const user = await aUser({ teams: [team] })
      const alert = await anAlert(api, { question: 'Is this about trains?', recipient_user_ids: [user.uuid] })

      const { body } = await update(api, alert, { question: '', recipient_user_ids: [] })

      expect(body).to.deep.include({ question: '', recipients: [] })
    })

    it('an empty change changes nothing', async () => {
      const alert = await anAlert(api)

      expect((await update(api, alert, {})).body).to.deep.equal(alert)
    })

    it('faults of the request are reported before an unknown alert, faulty recipients after it', async () => {
      const unknown = { id: UNKNOWN_ID }

      const faulty = await update(api, unknown, { keywords: ['?'] })
      const missing = await update(api, unknown, { recipient_user_ids: [UNKNOWN_ID] })

      expect(faultyFields(faulty)).to.deep.equal(['keywords'])
      expect(missing.body.error.code).to.equal('alert_not_found')
    })

    it('deleting an alert deletes its matches', async () => {
      const alert = await anAlert(api, { keywords: ['deletable'] })
      await anEpisodeSaying('This is deletable.')
      await runJob('match')
      const [match] = await matchesOf(api, alert)

      const deleted = await api.call('deleteAlert', { params: { alert_id: alert.id } })

      expect(deleted.status).to.equal(204)
      const gone = await api.call('getMatch', { params: { match_id: match.id } })
      expect(gone.body.error.code).to.equal('alert_match_not_found')
      const again = await api.call('deleteAlert', { params: { alert_id: alert.id } })
      expect(again.body.error.code).to.equal('alert_not_found')
    })
  })

  describe("the plan's limit", () => {
    it("the plan's limit counts the active alerts of all teams of the account", async () => {
      const account = await anAccount({ plan: 'free' })
      const teams = [await aTeam({ account }), await aTeam({ account })]
      const [first, second] = [await anApi({ team: teams[0] }), await anApi({ team: teams[1] })]
      await anAlert(first!)
      await anAlert(second!)
      await anAlert(second!, { is_active: false })

      const { status, body } = await first!.call('createAlert', {
        body: { name: 'one more', keywords: ['x'] },
      })

      expect(status).to.equal(403)
      expect(body.error).to.include({ code: 'plan_limit_reached', limit_key: 'alerts', limit: 2 })
    })

    it('an account may have twenty times as many alerts as active ones', async () => {
      const api = await anApi({ team: await aTeam({ account: await anAccount({ plan: 'free' }) }) })
      for (let count = 0; count < 40; count++) {
        await anAlert(api, { is_active: false })
        currentApp().clock.advance(10 * SECOND_MS)
      }

      const refused = await api.call('createAlert', {
        body: { name: 'one more', keywords: ['x'], is_active: false },
      })
      const [some] = (await api.call('listAlerts')).body.results
      await api.call('deleteAlert', { params: { alert_id: some.id } })
      const again = await api.call('createAlert', {
        body: { name: 'one more', keywords: ['x'], is_active: false },
      })

      expect(refused.status).to.equal(403)
      expect(refused.body.error).to.include({ code: 'plan_limit_reached', limit_key: 'alerts', limit: 40 })
      expect(again.status).to.equal(201)
    })

    it("the plan's limit holds at activation, and deactivating an alert makes room", async () => {
      const api = await anApi({ team: await aTeam({ account: await anAccount({ plan: 'free' }) }) })
      const [first] = [await anAlert(api), await anAlert(api)]
      const third = await anAlert(api, { is_active: false })

      const refused = await update(api, third, { is_active: true })
      await update(api, first, { is_active: false })
      const taken = await update(api, third, { is_active: true })

      expect(refused.status).to.equal(403)
      expect(taken.body.is_active).to.equal(true)
    })

    it("the plan's limit allows changes of an active alert", async () => {
      const api = await anApi({ team: await aTeam({ account: await anAccount({ plan: 'free' }) }) })
      const [first] = [await anAlert(api), await anAlert(api)]

      expect((await update(api, first, { is_active: true, name: 'Same' })).status).to.equal(200)
    })

    it("the plan's limit holds when many alerts are created at once", async () => {
      const api = await anApi({ team: await aTeam({ account: await anAccount({ plan: 'free' }) }) })
      const body = { name: 'n', keywords: ['word'] }

      const answers = await Promise.all(Array.from({ length: 6 }, () => api.call('createAlert', { body })))

      expect(answers.filter(({ status }) => status === 201)).to.have.length(2)
      expect(answers.filter(({ status }) => status === 403)).to.have.length(4)
    })

    it("the plan's limit is that of the plan at the time when the alert is stored", async () => {
      const { services, clock } = currentApp()
      const account = await anAccount({ plan: 'pro' })
      const small = await aTeam({ account })
      const keeper = await anApi({ team: small })
      for (let n = 0; n < 2; n++) await anAlert(keeper)
      const off = await anAlert(keeper, { is_active: false })
      const alerts = new Alerts({
        ...services,
        async measureBreadth(keywords) {
          await updateAccount(services.db, account.uuid, { plan: 'free' })
          await pauseOverPlanLimit(services.db, account.id, 2, clock.now())
          return { episodesPerDay: 0, limit: keywords.length, tooBroad: false, samples: [] }
        },
      })
      const caller = (await services.accounts.authenticate(`Bearer ${keeper.key}`, '127.0.0.1'))!
      const refusalOf = (request: Promise<unknown>) => request.catch((error: AppError) => error.code)

      const created = await refusalOf(
        alerts.create(caller, caller.team!, {
          name: 'n',
          keywords: ['word'],
          question: '',
          useClassifier: false,
          emailEnabled: true,
          isActive: true,
          recipientUuids: [],
        }),
      )
      await updateAccount(services.db, account.uuid, { plan: 'pro' })
      const activated = await refusalOf(
        alerts.update(caller, caller.team!, off.id, { isActive: true, keywords: ['other'] }),
      )

      expect([created, activated]).to.deep.equal(['plan_limit_reached', 'plan_limit_reached'])
    })

    it('a smaller plan pauses the newest active alerts until somebody activates them', async () => {
      const { db, clock } = currentApp()
      const [oldest, newest] = [await anAlert(api), await anAlert(api)]

      await pauseOverPlanLimit(db, team.account.id, 1, clock.now())

      expect(await alertOf(api, oldest)).to.include({ is_active: true, paused_reason: null })
      const paused = await alertOf(api, newest)
      expect(paused).to.include({ is_active: false, paused_reason: 'plan_limit' })
      expect(paused.paused_at).to.equal(new Date(clock.now()).toISOString())
      const activated = await update(api, newest, { is_active: true })
      expect(activated.body).to.include({ is_active: true, paused_reason: null, paused_at: null })
    })
  })

  describe('breadth', () => {
    /** As many matching episodes as are allowed in a week, and one more. */
    async function tooMany(word: string): Promise<void> {
      for (let n = 0; n < 8; n++) await anEpisodeSaying(`We say ${word} again.`)
    }

    it('keywords that match too many episodes of the last week are refused with both numbers', async () => {
      const word = aName('broad').replace(' ', '')
      await tooMany(word)

      const answer = await api.call('createAlert', {
        body: { name: 'n', keywords: [word.toUpperCase()], is_active: false },
      })

      expect(faultyFields(answer)).to.deep.equal(['keywords'])
      expect(answer.body.error.fields.keywords[0]).to.match(/about 1\.1 episodes a day.*at most 1 a day/)
    })

    it('keywords that match the allowed number of episodes are accepted; episodes older than 7 times 24 hours do not count', async () => {
      const word = aName('narrow').replace(' ', '')
      const weekAgo = currentApp().clock.now() - 7 * 86_400_000
      for (let n = 0; n < 7; n++) await anEpisodeSaying(`${word}!`)
      for (let n = 0; n < 5; n++) await anEpisodeSaying(`${word}!`, { publishedAt: weekAgo - 1000 })

      expect((await anAlert(api, { keywords: [word] })).is_active).to.equal(true)
    })

    it('breadth counts keywords as written, not as search finds them', async () => {
      const word = aName('plus').replace(' ', '')
      await tooMany(word)

      expect((await anAlert(api, { keywords: [`${word}++`] })).is_active).to.equal(true)
    })

    it('breadth is exact near the limit, even if search finds many more episodes', async () => {
      const word = aName('sharp').replace(' ', '')
      for (let n = 0; n < 7; n++) await anEpisodeSaying(`We say ${word}++ today.`)
      for (let n = 0; n < 60; n++) await anEpisodeSaying(`We say ${word} today.`)
      const body = { name: 'n', keywords: [`${word}++`] }

      const allowed = await api.call('createAlert', { body })
      await anEpisodeSaying(`We say ${word}++ tonight.`)
      const refused = await api.call('createAlert', { body })
      const plainly = await api.call('createAlert', { body: { ...body, keywords: [word] } })

      expect(allowed.status).to.equal(201)
      expect(refused.body.error.fields.keywords[0]).to.match(/about 1\.1 episodes a day/)
      expect(plainly.body.error.fields.keywords[0]).to.match(/about 9\.7 episodes a day/)
    })

    it('breadth counts undated episodes by the time they were first stored', async () => {
      const word = aName('undated').replace(' ', '')
      for (let n = 0; n < 8; n++) await anEpisodeSaying(`${word}.`, { publishedAt: null })

      const answer = await api.call('createAlert', { body: { name: 'n', keywords: [word] } })

      expect(faultyFields(answer)).to.deep.equal(['keywords'])
    })

    it('new keywords of an active alert are checked for breadth, and a refusal changes nothing', async () => {
      const word = aName('later').replace(' ', '')
      await tooMany(word)
      const alert = await anAlert(api)

      const answer = await update(api, alert, { name: 'new name', keywords: [word] })

      expect(faultyFields(answer)).to.deep.equal(['keywords'])
      expect(await alertOf(api, alert)).to.deep.equal(alert)
    })

    it('keywords that change while an alert is activated are checked for breadth too', async () => {
      const { services } = currentApp()
      const alert = await anAlert(api, { is_active: false, keywords: ['narrow'] })
      const measured: Array<readonly string[]> = []
      const alerts = new Alerts({
        ...services,
        async measureBreadth(keywords) {
          measured.push(keywords)
          const tooBroad = keywords[0] === 'broad'
          if (!tooBroad) await update(api, alert, { keywords: ['broad'] })
          return { episodesPerDay: tooBroad ? 9 : 0, limit: 1, tooBroad }
        },
      })
      const caller = (await services.accounts.authenticate(`Bearer ${api.key}`, '127.0.0.1'))!

      const refusal = await alerts
        .update(caller, caller.team!, alert.id, { isActive: true })
        .catch((error: AppError) => error.code)

      expect(measured).to.deep.equal([['narrow'], ['broad']])
      expect(refusal).to.equal('invalid_input')
      expect(await alertOf(api, alert)).to.include({ is_active: false })
    })

    it('new keywords of an inactive alert are checked only at activation', async () => {
      const word = aName('asleep').replace(' ', '')
      await tooMany(word)
      const alert = await anAlert(api, { is_active: false })

      const changed = await update(api, alert, { keywords: [word] })
      const activated = await update(api, alert, { is_active: true })

      expect(changed.status).to.equal(200)
      expect(faultyFields(activated)).to.deep.equal(['keywords'])
    })
  })

  describe('the daily limit', () => {
    it('an alert over the daily limit is paused, keeps its matches, and starts anew at activation', async () => {
      const word = aName('often').replace(' ', '')
      const alert = await anAlert(api, { keywords: [word] })
      await anEpisodeSaying(`${word} one`)
      await runJob('match')
      const running = await alertOf(api, alert)
      await anEpisodeSaying(`${word} two`)
      await anEpisodeSaying(`${word} three`)
      await runJob('match')
      const paused = await alertOf(api, alert)

      expect(running).to.include({ is_active: true, paused_reason: null })
      expect(paused).to.include({ is_active: false, paused_reason: 'match_limit' })
      expect(paused.paused_at).to.be.a('string')
      expect(await matchesOf(api, alert)).to.have.length(1)

      await update(api, alert, { is_active: true })
      await anEpisodeSaying(`${word} four`)
      await runJob('match')
      expect(await alertOf(api, alert)).to.include({ is_active: true, paused_at: null })
      expect(await matchesOf(api, alert)).to.have.length(2)
    })

    it('the daily limit counts each UTC day separately', async () => {
      const word = aName('daily').replace(' ', '')
      const alert = await anAlert(api, { keywords: [word] })
      await anEpisodeSaying(`${word} today`)
      await runJob('match')
      currentApp().clock.advance(86_400_000)
      await anEpisodeSaying(`${word} tomorrow`)
      await runJob('match')

      expect(await matchesOf(api, alert)).to.have.length(2)
      expect((await alertOf(api, alert)).is_active).to.equal(true)
    })

    it('the daily limit counts the day of created_at, also on a server whose clock is a little behind at midnight', async () => {
      const { clock } = currentApp()
      const word = aName('midnight').replace(' ', '')
      const alert = await anAlert(api, { keywords: [word] })
      const midnight = startOfUtcDay(clock.now()) + DAY_MS
      clock.set(new Date(midnight + 10_000).toISOString())
      await anEpisodeSaying(`${word} one`)
      await runJob('match')
      clock.advance(-20_000)
      await anEpisodeSaying(`${word} two`)
      await runJob('match')

      expect(await matchesOf(api, alert)).to.have.length(1)
      expect(await alertOf(api, alert)).to.include({ is_active: false, paused_reason: 'match_limit' })
    })

    it('activating or deactivating an alert clears the reason of its pause', async () => {
      const word = aName('switch').replace(' ', '')
      const alert = await anAlert(api, { keywords: [word] })
      await anEpisodeSaying(`${word} one`)
      await anEpisodeSaying(`${word} two`)
      await runJob('match')

      const { body } = await update(api, alert, { is_active: false })

      expect(body).to.include({ is_active: false, paused_at: null, paused_reason: null })
    })
  })
})
