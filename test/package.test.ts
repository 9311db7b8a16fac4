import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

interface Packed {
  unpackedSize: number
  files: Array<{ path: string }>
}

/** What `npm pack` would put into the package. */
async function packed(): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root })
  return JSON.parse(stdout.slice(stdout.indexOf('[')))[0]
}

/** Packages that a built module imports. */
function importsOf(path: string): string[] {
  const source = readFileSync(`${root}${path}`, 'utf8')
  const names = [...source.matchAll(/(?:^import |\bfrom ?|import\()"(@?[a-z][\w:/.@-]*)"/gm)].map(
    ([, name]) => name!,
  )
  return names.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )
}

describe('the package', () => {
  it('the package contains what runs and what describes it, and nothing that only builds or tests', async () => {
    const { files, unpackedSize } = await packed()
    const paths = files.map(({ path }) => path)

    expect(paths).to.include.members([
      'package.json',
      'README.md',
      'lib/webhooks/README.md',
      'LICENSE',
      'dist/scripts/overheard.js',
      'dist/generated/openapi.json',
      'dist/generated/validators.js',
      'dist/handlers/pages/site/home.html',
      'spec/openapi.yaml',
      'generated/openapi.json',
    ])
    expect(
      paths.filter(
        (path) =>
          !path.endsWith('README.md') &&
          /\.map$|^dist\/test|bench|\.tsbuildinfo|^test|^lib|generate\.js/.test(path),
      ),
    ).to.deep.equal([])
    expect(unpackedSize).to.be.below(6_000_000)
  })

  it('the package needs nothing at run time but its own dependencies', async () => {
    const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    const { files } = await packed()
    const modules = files
      .map(({ path }) => path)
      .filter((path) => /^dist\/.*\.js$/.test(path) && !path.includes('/site/'))

    const imports = modules.flatMap((path) => importsOf(path).map((name) => ({ path, name })))
    const foreign = imports.filter(({ name }) => !isBuiltin(name) && !(name in dependencies))

    expect(imports.map(({ name }) => name)).to.include.members(['koa', 'better-sqlite3', 'pino', 'node:fs'])
    expect(foreign).to.deep.equal([])
  })

  it('the package does not fail an install that leaves development packages out', async () => {
    const script = readFileSync(`${root}scripts/prepare.mjs`, 'utf8')
    const elsewhere = '/nowhere/scripts/prepare.mjs'

    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '--eval',
      script.replace('import.meta.url', JSON.stringify(`file://${elsewhere}`)),
    ])

    expect(stdout).to.include('esbuild is not installed')
  })

  it('the deployment files name only settings that exist', () => {
    const folder = `${root}scripts/deploy`
    const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    const named = texts.flatMap((text) => text.match(/\bOVERHEARD_(?!TEST_)[A-Z_]+/g) ?? [])
    const config = readFileSync(`${root}lib/config.ts`, 'utf8')

    expect(named.length).to.be.above(10)
    for (const name of new Set(named)) {
      expect(config, name).to.include(name.replace(/_(URL|KEY|MODEL)$/, ''))
    }
    expect(existsSync(`${root}dist/scripts/overheard.js`)).to.equal(true)
  })
})

describe('the deployment files', () => {
  const deployed = (name: string) => readFileSync(`${root}scripts/deploy/${name}`, 'utf8')
  const services = Object.values(parse(deployed('compose.yaml')).services) as Array<Record<string, unknown>>

  /** Images that the Dockerfile starts from or copies from, without its own stages. */
  function imagesOfDockerfile(): string[] {
    const text = deployed('Dockerfile')
    const defaults = new Map(
      [...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value!]),
    )
    const stages = [...text.matchAll(/^FROM .+ AS (\w+)$/gm)].map(([, stage]) => stage)
    const named = [...text.matchAll(/^# *syntax=(\S+)|^FROM (\S+)|--from=(\S+)/gm)].map(
      ([, syntax, from, copied]) => (syntax ?? from ?? copied)!,
    )
    return named
      .filter((name) => !stages.includes(name))
      .map((name) => name.replace(/^\$\{(\w+)\}$/, (_, variable) => defaults.get(variable) ?? ''))
  }

  it('the deployment files name every foreign image by its digest', () => {
    const images = [...imagesOfDockerfile(), ...services.flatMap(({ image }) => image ?? [])]

    expect(images).to.have.length.above(1)
    for (const image of images) expect(image).to.match(/^\S+:\S+@sha256:[0-9a-f]{64}$/)
  })

  it('the deployment files limit the memory of every process, and the guide says to how much', () => {
    const guide = deployed('README.md')
    const megabytes = Number(/^MemoryMax=(\d+)M$/m.exec(deployed('overheard.service'))?.[1])

    expect(services).to.have.length.above(0)
    for (const { mem_limit } of services) expect(mem_limit).to.equal(`${megabytes}m`)
    expect(guide).to.include(`The unit and the compose file allow ${megabytes / 1024} GB`)
  })
})
