import { expect } from 'chai'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Db } from '../../lib/db/types.js'
import type { Json } from './api.js'
import type { ReceivedRequest } from './https-receiver.js'

/** How expectations name a match. */
export const matchName = (match: Json) => `${match.alert_id} ${match.episode.title}`

/**
 * Whatever happened: every match that is expected is held once, has one delivery, which succeeded, and arrived, once or
 * more often, under that one id and no other.
 */
export async function expectEachOnce(
  db: Db,
  {
    expected,
    requests,
    secret,
  }: { expected: Iterable<string>; requests: readonly ReceivedRequest[]; secret: string },
): Promise<void> {
  const matches = await db.all<{ body: string }>('SELECT body FROM matches')
  const held = matches.map(({ body }) => matchName(JSON.parse(body)))
  expect(held.sort(), 'matches held').to.deep.equal([...expected].sort())
  const deliveries = await db.all<{ match: string; uuid: string; status: string }>(
    'SELECT match_uuid AS match, uuid, status FROM deliveries',
  )
  expect(deliveries, 'deliveries').to.have.length(held.length)
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).to.deep.equal([])
  const verifier = new Verifier(secret)
  const arrived = requests.map(({ headers, body }) => {
    const { data } = verifier.verify(body, headers as Record<string, string>) as Json
    return `${data.id} under ${headers['webhook-id']}`
  })
  const made = deliveries.map(({ match, uuid }) => `${match} under ${uuid}`)
  expect([...new Set(arrived)].sort(), 'what the receiver got').to.deep.equal(made.sort())
}
