import { expect } from 'chai'
import { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aKey, anAccount, anApi, aTeam, aUser } from '../support/factories.js'

describe('identity', () => {
  useApp()

  it('GET /me shows a team-scoped key its team and account', async () => {
    const team = await aTeam()
    const key = await aKey({ team, name: 'Newsroom' })

    const answer = await new Api(currentApp().url, key.value).call('getIdentity')

    expect(answer.status).to.equal(200)
    expect(answer.body).to.deep.equal({
      id: key.uuid,
      name: 'Newsroom',
      prefix: key.prefix,
      scope: 'team',
      team: { id: team.uuid, name: team.name },
      account: { id: team.account.uuid, name: team.account.name },
    })
  })

  it('GET /me shows an account-scoped key that it has no team', async () => {
    const account = await anAccount()
    const api = await anApi({ account })

    const { body } = await api.call('getIdentity')

    expect(body).to.include({ scope: 'account', team: null })
  })

  it('GET /teams shows a team-scoped key only its own team', async () => {
    const account = await anAccount()
    const team = await aTeam({ account })
    await aTeam({ account })
    const api = await anApi({ team })

    const { body } = await api.call('listTeams')

    expect(body).to.deep.equal({ results: [{ id: team.uuid, name: team.name }], next_cursor: null })
  })

  it('GET /teams pages through all teams of the account in the order of their creation', async () => {
    const account = await anAccount()
    const teams = [await aTeam({ account }), await aTeam({ account }), await aTeam({ account })]
    await aTeam()
    const api = await anApi({ account })

    const first = await api.call('listTeams', { query: { limit: 2 } })
    const second = await api.call('listTeams', { query: { limit: 2, cursor: first.body.next_cursor } })

    const ids = [...first.body.results, ...second.body.results].map(({ id }: { id: string }) => id)
    expect(ids).to.deep.equal(teams.map(({ uuid }) => uuid))
    expect(second.body.next_cursor).to.equal(null)
  })

  it('GET /teams/{team_id}/members lists the members of a team without their addresses', async () => {
    const team = await aTeam()
    const first = await aUser({ teams: [team], fullName: 'Ada Example' })
    const second = await aUser({ teams: [team] })
    await aUser({ account: team.account })
    const api = await anApi({ team })

    const { body } = await api.call('listTeamMembers', { params: { team_id: team.uuid.toUpperCase() } })

    expect(body.results).to.deep.equal([
      { id: first.uuid, full_name: 'Ada Example' },
      { id: second.uuid, full_name: second.fullName },
    ])
  })

  it('a team that the key cannot access gives a 404', async () => {
    const account = await anAccount()
    const [mine, sister, foreign] = [await aTeam({ account }), await aTeam({ account }), await aTeam()]
    const teamApi = await anApi({ team: mine })
    const accountApi = await anApi({ account })

    const ofTeamKey = await teamApi.call('listTeamMembers', { params: { team_id: sister.uuid } })
    const ofAccountKey = await accountApi.call('listTeamMembers', { params: { team_id: foreign.uuid } })

    for (const answer of [ofTeamKey, ofAccountKey]) {
      expect(answer.status).to.equal(404)
      expect(answer.body.error.code).to.equal('team_not_found')
    }
  })
})
