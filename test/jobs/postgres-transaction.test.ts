import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Db } from '../../lib/db/types.js'
import { currentApp, useApp } from '../support/app.js'
import { describeOnPostgres } from '../support/engine.js'
import { until } from '../support/until.js'

const processOf = async (db: Db) => (await db.get<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!.pid

describeOnPostgres('a transaction whose connection ends between two statements', () => {
  useApp()

  it('a transaction whose connection ends fails alone: the next one works', async () => {
    const { db } = currentApp()
    const isGone = async (pid: number) =>
      !(await db.get('SELECT 1 AS one FROM pg_stat_activity WHERE pid = :pid', { pid }))

    const cut = db.transaction(async (inner) => {
      const pid = await processOf(inner)
      await db.get('SELECT pg_terminate_backend((:pid)::int)', { pid })
      await until(() => isGone(pid))
      // The news of it has reached this end, too.
      await pause(50)
      return processOf(inner)
    })
    const error = await cut.then(
      () => undefined,
      (reason: Error) => reason,
    )

    expect(error).to.be.an('error')
    expect(await db.transaction(processOf)).to.be.a('number')
  })
})
