import { insertAccount, insertTeam, listTeams } from '../../../lib/accounts/account-store.js'
import type { Services } from '../../../lib/services.js'
import { insertDeliveryForMatch } from '../../../lib/webhooks/delivery-store.js'
import { SAMPLE_MATCH } from '../../../lib/webhooks/event.js'
import { newSecret } from '../../../lib/webhooks/webhook.js'
import { insertWebhook } from '../../../lib/webhooks/webhook-store.js'

type Parts = Pick<Services, 'db' | 'ids' | 'clock'>

/** Creates teams with a webhook each; returns their internal ids. */
export async function makeTeams({ db, ids, clock }: Parts, urls: readonly string[]): Promise<number[]> {
  const now = clock.now()
  const made = {
    uuid: ids.uuid(),
    name: 'Bench',
    plan: 'pro',
    createdOn: '2026-01-01',
    subscribedOn: null,
    now,
  } as const
  const account = await insertAccount(db, made)
  await db.transaction(async (db) => {
    for (const [index] of urls.entries()) {
      await insertTeam(db, { uuid: ids.uuid(), accountId: account.id, name: `Team ${index}`, now })
    }
  })
  const all = await listTeams(db, account.uuid)
  await db.transaction(async (db) => {
    for (const [index, url] of urls.entries()) {
      await insertWebhook(db, { uuid: ids.uuid(), teamId: all[index]!.id, url, secret: newSecret(ids), now })
    }
  })
  return all.map(({ id }) => id)
}

const matchNow = ({ ids, clock }: Parts) => ({
  ...SAMPLE_MATCH,
  id: ids.uuid(),
  created_at: new Date(clock.now()).toISOString(),
})

/** Creates deliveries of `each` matches for every team, due at once; returns their ids. */
export async function queueDeliveries(
  parts: Parts,
  teamIds: readonly number[],
  each: number,
): Promise<string[]> {
  const { db, ids, clock } = parts
  const made: string[] = []
  await db.transaction(async (db) => {
    for (let count = 0; count < each; count += 1) {
      for (const teamId of teamIds) {
        const uuid = ids.uuid()
        made.push(uuid)
        await insertDeliveryForMatch(db, { teamId, match: matchNow(parts), now: clock.now(), uuid })
      }
    }
  })
  return made
}
