// Packs the package, installs it globally into a fresh prefix, and uses what was installed: help, a first
// account, a server that answers. Takes minutes, since a native dependency may have to be compiled.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'overheard-package-'))
const command = join(folder, 'prefix', 'bin', 'overheard')
const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, OVERHEARD_PORT: '0' } }
const overheard = (...args) => execFileSync(command, args, { ...options, encoding: 'utf8' })

try {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'inherit' })
  const prefix = join(folder, 'prefix')
  const { name, version } = JSON.parse(
    execFileSync('npm', ['pkg', 'get', 'name', 'version'], { cwd: root, encoding: 'utf8' }),
  )
  const file = join(folder, `${name}-${version}.tgz`)
  execFileSync('npm', ['install', '--global', '--omit=dev', '--prefix', prefix, file], {
    cwd: folder,
    stdio: 'inherit',
  })

  if (!overheard('--help').includes('serve')) throw new Error('the help does not list serve')
  const { key } = JSON.parse(overheard('setup', '--account', 'A', '--team', 'T', '--json'))
  const server = spawn(command, ['serve', '--json'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  const { listening } = JSON.parse(line)
  const answer = await fetch(`${listening}/api/v1/me`, { headers: { authorization: `Bearer ${key.key}` } })
  const docs = await fetch(`${listening}/docs/swagger-ui-bundle.js`)
  server.kill('SIGTERM')
  const [code] = await once(server, 'close')
  if (answer.status !== 200 || docs.status !== 200 || code !== 0) {
    throw new Error(`/me answered ${answer.status}, /docs ${docs.status}, serve exited with ${code}`)
  }
  console.log('The package installs, serves and stops.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
