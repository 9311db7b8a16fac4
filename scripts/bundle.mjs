// Writes the command a second time, as a few files with the libraries that every start needs inside: reading six
// hundred small ones took more than half of a start. All else in dist/ stays file by file: threads, tests and benches
// are ordinary modules, and so are libraries with parts that are not JavaScript, or that few commands need.
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const ENTRY = 'scripts/overheard.ts'
/** Its files stand in one folder, so that a path from one is a path from all. */
const FOLDER = dirname(ENTRY)
const INSIDE = new Set([
  '@koa/router',
  'commander',
  'ipaddr.js',
  'koa',
  'koa-bodyparser',
  'openapi-backend',
  'pino',
  'prom-client',
  'standardwebhooks',
])

const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')
const isOurs = (path) => !path.includes('/node_modules/')

/** What a module finds beside itself, it goes on finding there. */
const ownPlaces = (root) => ({
  name: 'own-places',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer && isOurs(importer) && !INSIDE.has(packageOf(path)) ? { path, external: true } : undefined,
    )
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!isOurs(path)) return undefined
      const text = await readFile(path, 'utf8')
      const place = relative(join(root, FOLDER), path).replace(/\.ts$/, '.js')
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
    })
  },
})

/**
 * What openapi-backend would check descriptions and make answers up with: the check is the linter's, before there is a
 * bundle, and no answer is made up.
 */
const LEFT_OUT = new Set(['mock-json-schema', 'openapi-schema-validator'])

const leaveOut = {
  name: 'leave-out',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[a-z]/ }, ({ path, importer }) =>
      LEFT_OUT.has(path) && importer.includes('/openapi-backend/')
        ? { path, namespace: 'left-out' }
        : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** By the folder of every copy of a library, that of the first copy of the same version. */
async function firstCopies(root) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const firsts = new Map()
  return new Map(
    Object.entries(packages).map(([folder, { version }]) => {
      const copy = `${folder.split('node_modules/').at(-1)}@${version}`
      if (!firsts.has(copy)) firsts.set(copy, folder)
      return [join(root, folder), join(root, firsts.get(copy))]
    }),
  )
}

/** Where npm had to install the same version beside several others, all share the first. */
const oneOfEachVersion = (copies) => ({
  name: 'one-of-each-version',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.(js|json)$/ }, ({ path }) => {
      const [, folder, file] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path)
      const first = copies.get(folder)
      if (first === undefined || first === folder) return undefined
      return {
        contents: `module.exports = require(${JSON.stringify(join(first, file))})`,
        resolveDir: folder,
      }
    })
  },
})

/** @returns the paths of what was written */
export async function bundle(root, dist) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    outdir: dist,
    outbase: root,
    chunkNames: `${FOLDER}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Libraries of the older kind ask for Node's own modules in their way.
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'\nconst require = nodeRequire(import.meta.url)",
    },
    legalComments: 'linked',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [ownPlaces(root), leaveOut, oneOfEachVersion(await firstCopies(root))],
  })
  return Object.keys(metafile.outputs).map((path) => join(root, path))
}
