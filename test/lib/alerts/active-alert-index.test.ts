import { expect } from 'chai'
import { ActiveAlertIndex } from '../../../lib/alerts/active-alert-index.js'
import { insertAlert, nextChangeNumber } from '../../../lib/alerts/alert-store.js'
import type { Db } from '../../../lib/db/types.js'
import { systemIds } from '../../../lib/ids.js'
import { prepareText } from '../../../lib/text/as-written.js'
import { useDatabase } from '../../support/database.js'
import { aReader } from '../../support/readers.js'

const SAID = prepareText('A teapot.')

describe('the index of active alerts', () => {
  const db = useDatabase()

  async function anAlert(keyword: string): Promise<number> {
    const { teamId } = (await db().get<{ teamId: number }>(
      'SELECT t.id AS "teamId" FROM teams t JOIN accounts a ON a.id = t.account_id WHERE a.uuid = :accountId',
      { accountId: (await aReader(db())).accountId },
    ))!
    return db().transaction(async (db) =>
      insertAlert(db, {
        uuid: systemIds.uuid(),
        teamId,
        createdBy: null,
        name: 'Watch',
        keywords: [keyword],
        question: '',
        useClassifier: false,
        emailEnabled: true,
        isActive: true,
        changeNumber: await nextChangeNumber(db),
        now: 0,
      }),
    )
  }

  const change = (id: number) =>
    db().transaction(async (db) =>
      db.run('UPDATE alerts SET change_number = :number WHERE id = :id', {
        id,
        number: await nextChangeNumber(db),
      }),
    )

  /** The same database; right after its next single row was read, `event` happens. */
  function interruptedBy(event: () => Promise<unknown>): Db {
    let hasHappened = false
    return new Proxy(db(), {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          const result = await value.apply(target, args)
          if (name === 'get' && !hasHappened) {
            hasHappened = true
            await event()
          }
          return result
        }
      },
    })
  }

  it('the index has an alert that changes again while the index is read', async () => {
    const id = await anAlert('teapot')
    const index = new ActiveAlertIndex()

    await index.catchUp(interruptedBy(() => change(id)))

    expect([...index.keywords.find(SAID).alerts]).to.deep.equal([id])
  })

  it('the index has an alert that was made after the index was read', async () => {
    const first = await anAlert('teapot')
    const index = new ActiveAlertIndex()
    await index.catchUp(db())
    const second = await anAlert('teapot')

    await index.catchUp(db())

    expect([...index.keywords.find(SAID).alerts]).to.include.members([first, second])
  })
})
