// Bundles the web console for the browser: one script and one style sheet, minified, with a hash in their names so that
// browsers may keep them for ever, and compressed here so that no request waits for that.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** @returns the paths of what was written */
export async function bundleConsole(root, dist) {
  const source = join(root, 'handlers', 'console', 'app')
  const folder = join(dist, 'handlers', 'console', 'assets')
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'console.tsx'), join(source, 'styles', 'console.css')],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const builtFrom = (name) =>
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(name))[0]
  const script = builtFrom('console.tsx')
  const { imports } = metafile.outputs[script]
  const imported = (kind) =>
    imports.filter((one) => one.kind === kind && !one.external).map(({ path }) => basename(path))
  const manifest = {
    script: basename(script),
    style: basename(builtFrom('console.css')),
    /** What every page needs, and what all but the first page need. */
    shared: imported('import-statement'),
    later: imported('dynamic-import'),
    files: outputFiles.map(({ path }) => basename(path)),
  }
  const files = [
    { path: join(folder, 'manifest.json'), contents: JSON.stringify(manifest) },
    ...outputFiles.flatMap(({ path, contents }) => [
      { path, contents },
      { path: `${path}.br`, contents: brotliCompressSync(contents, smallest) },
      { path: `${path}.gz`, contents: gzipSync(contents, { level: 9 }) },
    ]),
  ]
  await mkdir(folder, { recursive: true })
  const wanted = new Set(files.map(({ path }) => basename(path)))
  for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name))
  for (const { path, contents } of files) await writeFile(path, contents)
  return files.map(({ path }) => path)
}
