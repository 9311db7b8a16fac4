// Turns the TypeScript of the tree into dist/, file by file, so that worker threads and the command
// are ordinary modules with ordinary paths. Types are checked by `npm run typecheck`, not here.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundle } from './bundle.mjs'
import { bundleConsole } from './bundle-console.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const trees = ['generated', 'handlers', 'lib', 'scripts', 'test']

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

const consoleApp = join(root, 'handlers', 'console', 'app')
const sources = trees
  .flatMap((tree) => filesBelow(join(root, tree)))
  .filter((path) => !path.startsWith(consoleApp))
const typescript = sources.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
const assets = sources.filter((path) =>
  /\.(js|json|html|css|sql|py|txt|pem)$|generated\/openapi\.yaml$/.test(path),
)

await build({
  entryPoints: typescript,
  outdir: dist,
  outbase: root,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
})

for (const path of assets) {
  const target = join(dist, relative(root, path))
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(path, target)
}

const bundled = [...(await bundle(root, dist)), ...(await bundleConsole(root, dist))]

// What lost its source would still be run by the tests.
const wanted = new Set([
  ...bundled,
  ...typescript.map((path) => join(dist, relative(root, path)).replace(/\.ts$/, '.js')),
  ...assets.map((path) => join(dist, relative(root, path))),
])
for (const path of filesBelow(dist)) {
  if (path.endsWith('.map') ? !wanted.has(path.slice(0, -4)) : !wanted.has(path))
    rmSync(path, { force: true })
}

const command = join(dist, 'scripts', 'overheard.js')
if (existsSync(command)) chmodSync(command, 0o755)
