import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What each folder may import from, besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  generated: [],
  lib: [],
  handlers: ['lib', 'generated'],
  scripts: ['handlers', 'lib', 'generated'],
}
/** Measurements are no part of the program: they stand beside the tests and share what these are made with. */
const BENCH = 'scripts/bench/'

/** Below handlers/: bundled for another machine, and checked with types of its own. */
const IN_THE_BROWSER = 'console/app/'

const folderOf = (path: string) => path.split('/')[0] as string

function sources(): string[] {
  return Object.keys(ALLOWED).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.startsWith(IN_THE_BROWSER))
      .map((name) => join(folder, name)),
  )
}

/** The files of the project that each file imports, types included. */
function imports(): Map<string, string[]> {
  const paths = new Set(sources())
  return new Map(
    [...paths].map((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      const named = [...source.matchAll(/(?:\bfrom|\bimport\(|^import) ?'(\.[^']+)\.js'/gm)]
      const targets = named.map(([, target]) => normalize(join(path, '..', `${target}.ts`)))
      return [path, targets.filter((target) => paths.has(target) || folderOf(target) === 'test')]
    }),
  )
}

/** The files on a way that leads back to its start; empty when there is none. */
function circle(graph: ReadonlyMap<string, string[]>): string[] {
  const done = new Set<string>()
  const follow = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of graph.get(path) ?? []) {
      const found = follow(next, [...way, path])
      if (found.length > 0) return found
    }
    done.add(path)
    return []
  }
  return [...graph.keys()].map((path) => follow(path, [])).find((found) => found.length > 0) ?? []
}

describe('the imports of the program', () => {
  const graph = imports()

  it('imports go from commands to handlers to the domain, and never back', () => {
    const forbidden = [...graph]
      .filter(([path]) => !path.startsWith(BENCH))
      .flatMap(([path, targets]) => {
        const folder = folderOf(path)
        const allowed = [folder, ...(ALLOWED[folder] ?? [])]
        return targets
          .filter((target) => !allowed.includes(folderOf(target)))
          .map((target) => `${path} → ${target}`)
      })

    expect(graph.size).to.be.greaterThan(100)
    expect(forbidden).to.deep.equal([])
  })

  it('imports form no circle', () => {
    expect(circle(graph)).to.deep.equal([])
  })

  it('only the few files that bring them in use the clock, randomness and the environment', () => {
    const bringing = new Set(['lib/clock.ts', 'lib/ids.ts', 'lib/config.ts'])
    // A process of one's own must be told where its programs are.
    const forbidden = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.env\b(?!\.PATH\b)/
    const taking = [...graph.keys()]
      .filter((path) => path.startsWith('lib/') && !bringing.has(path))
      .filter((path) => forbidden.test(readFileSync(join(root, path), 'utf8')))

    expect(taking).to.deep.equal([])
  })
})
