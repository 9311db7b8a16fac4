/**
 * A program as a stranger would write it, on types and a client generated from the description. It is
 * compiled strictly: what must not compile says so with `@ts-expect-error`.
 */
export const clientProgram = `
import createClient from 'openapi-fetch'
import type { components, paths } from './overheard.js'

const { BASE_URL = '', API_KEY = '', TEAM_ID = '' } = process.env
const client = createClient<paths>({
  baseUrl: BASE_URL + '/api/v1',
  headers: { Authorization: 'Bearer ' + API_KEY },
})

type Alert = components['schemas']['AlertOut']

async function watch(name: string, keywords: string[]): Promise<Alert> {
  const { data, error, response } = await client.POST('/alerts', {
    params: { header: { 'X-Service-Team': TEAM_ID } },
    body: { name, keywords },
  })
  if (data) return data
  if (response.status === 403 && 'limit_key' in error.error) throw new Error('no room in ' + error.error.limit_key)
  throw new Error(error.error.code)
}

const { data: identity } = await client.GET('/me')
const scope: 'team' | 'account' | undefined = identity?.scope
const teamName: string | undefined = identity?.team?.name

const { data: found } = await client.GET('/episodes/search', {
  params: { query: { q: '"heat pump" | \\u6771\\u4eac', scope: 'transcript', order_by: 'published_at', limit: 5 } },
})
const titles: string[] = (found?.results ?? []).map((hit) => hit.podcast.title + ': ' + hit.title)
const cursor: string | null | undefined = found?.next_cursor

const { data: shows } = await client.GET('/podcasts/search', {
  params: { query: { q: 'radio', fields: ['title', 'description'] } },
})

const { error: refused } = await client.GET('/episodes/search', { params: { query: { q: 'no', scope: 'metadata' } } })
const faulty = refused && 'fields' in refused.error ? Object.keys(refused.error.fields ?? {}) : []

const alert = await watch('Heat', ['heat pump'])
const { data: changed } = await client.PATCH('/alerts/{alert_id}', {
  params: { path: { alert_id: alert.id } },
  body: { is_active: false },
})
const { data: matches } = await client.GET('/alerts/{alert_id}/matches', { params: { path: { alert_id: alert.id } } })
const { response: deleted } = await client.DELETE('/alerts/{alert_id}', { params: { path: { alert_id: alert.id } } })
const { error: gone } = await client.GET('/alerts/{alert_id}', { params: { path: { alert_id: alert.id } } })

// @ts-expect-error a search names its scope
void (() => client.GET('/episodes/search', { params: { query: { q: 'heat pump' } } }))
// @ts-expect-error there is no such scope
void (() => client.GET('/episodes/search', { params: { query: { q: 'heat pump', scope: 'titles' } } }))
// @ts-expect-error an alert has keywords
void (() => client.POST('/alerts', { body: { name: 'Heat' } }))
// @ts-expect-error there is no such path
void (() => client.GET('/podcasts'))
// @ts-expect-error an alert's reason may be null
const reason: string = alert.paused_reason

console.log(JSON.stringify({
  scope, teamName, titles, cursor, faulty, shows: shows?.results.length, keywords: alert.keywords,
  active: changed?.is_active, matches: matches?.results, deleted: deleted.status, gone: gone?.error.code, reason,
}))
`
