import { expect } from 'chai'
import type { Scope } from '../../../lib/limits/counter-store.js'
import { CounterTable, type Entry } from '../../../lib/limits/counter-table.js'

describe('the table of counters', () => {
  const entryOf = (scope: Scope, subjectId: number, windowStartAt: number, pending = 0): Entry => ({
    key: { scope, subjectId, windowStartAt },
    stored: 0,
    pending,
    version: 1,
  })

  it('tells scopes, subjects and windows apart', () => {
    const table = new CounterTable()
    const entries = [
      entryOf('per_minute', 1, 60_000),
      entryOf('per_minute', 1, 120_000),
      entryOf('per_minute', 2, 60_000),
      entryOf('per_month', 1, 60_000),
    ]
    for (const entry of entries) table.add(entry)

    expect(entries.map(({ key }) => table.find({ ...key }))).to.deep.equal(entries)
    expect(table.find({ scope: 'per_month', subjectId: 2, windowStartAt: 60_000 })).to.equal(undefined)
    expect(table.find({ scope: 'per_month', subjectId: 1, windowStartAt: 0 })).to.equal(undefined)
  })

  it('forgets what is stored when it is full, and nothing that is not', () => {
    const table = new CounterTable(3)
    const counted = [entryOf('per_minute', 1, 0, 1), entryOf('per_month', 1, 0, -1)]
    const stored = entryOf('per_minute', 2, 0)
    for (const entry of [...counted, stored]) table.add(entry)
    const further = [entryOf('per_minute', 3, 0), entryOf('per_minute', 4, 0)]

    table.add(further[0]!)
    const before = [...counted, stored, further[0]!].map(({ key }) => table.find(key))
    table.add(further[1]!)

    expect(before).to.deep.equal([...counted, undefined, further[0]])
    expect(table.find(further[0]!.key)).to.equal(undefined)
    expect([...counted, further[1]!].map(({ key }) => table.find(key))).to.deep.equal([
      ...counted,
      further[1],
    ])
  })
})
