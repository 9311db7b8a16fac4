import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Parts that work on the tables of all stores, or on the database itself. */
const BELOW_STORES = /^lib\/(db|queue|move)\//
/** What differs between the engines of the search index. */
const ENGINES = /^lib\/search\/(fts5|postgres-|peak-ranking|tsquery|month-partitions|spread|distribute)/
const STATEMENT = /\bSELECT\b|\bINSERT (OR \w+ )?INTO\b|\bDELETE FROM\b|\bUPDATE \w+\s+SET\b/
const WRITE = /\b(?:INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE)\s+([a-z_]+)/g

function sources(): Array<{ path: string; text: string }> {
  return ['lib', 'handlers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((path) => !BELOW_STORES.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}

/** The files that write each table. The writers of the two engines count as one. */
function writers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of sources()) {
    for (const [, table = ''] of text.matchAll(WRITE)) {
      const owner = path.replace(/(fts5|postgres)-writer/, 'writer')
      found.set(table, (found.get(table) ?? new Set()).add(owner))
    }
  }
  return found
}

describe('the statements of the program', () => {
  it('stand in stores and in the engines of the search index', () => {
    const others = sources()
      .filter(({ path }) => !path.endsWith('-store.ts') && !ENGINES.test(path))
      .filter(({ text }) => STATEMENT.test(text))

    expect(others.map(({ path }) => path)).to.deep.equal([])
  })

  it('of one store alone write a table', () => {
    const shared = [...writers()].filter(([, files]) => files.size > 1)

    expect(writers().get('deliveries')).to.deep.equal(new Set(['lib/webhooks/delivery-store.ts']))
    expect(shared.map(([table, files]) => [table, ...files])).to.deep.equal([])
  })
})
