import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from './api.js'
import { reserveDatabase } from './engine.js'

const COMMAND = fileURLToPath(new URL('../../scripts/overheard.js', import.meta.url))

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** The command in a folder of its own, with a database of its own, as an operator would run it. */
export class Cli {
  readonly folder = mkdtempSync(join(tmpdir(), 'overheard-cli-'))
  private readonly place = reserveDatabase(join(this.folder, 'overheard.db'))
  readonly database = this.place.database
  private readonly running = new Set<ChildProcess>()

  /** @param command the program, when it is not `overheard` */
  constructor(
    readonly environment: Record<string, string> = {},
    readonly command = COMMAND,
  ) {}

  async run(
    args: readonly string[],
    options: { input?: string | Uint8Array; cwd?: string } = {},
  ): Promise<CommandResult> {
    await this.place.make()
    const child = this.start(args, options.cwd)
    let stdout = ''
    let stderr = ''
    child.stdout!.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr!.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin!.on('error', () => undefined).end(options.input ?? '')
    const [code] = await once(child, 'close')
    return { code, stdout, stderr }
  }

  /** Runs with `--json`; throws what it said on standard error when it fails. */
  async json(
    args: readonly string[],
    options: { input?: string | Uint8Array; cwd?: string } = {},
  ): Promise<Json> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    if (code !== 0) throw new Error(`overheard ${args.join(' ')} exited with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }

  /**
   * `serve` or `demo` on a free port, once it listens, or `worker`, once it works.
   * @param through a command that runs another one, for example in a network of its own
   */
  async serve(
    args: readonly string[] = ['serve'],
    through: readonly string[] = [],
  ): Promise<{ child: ChildProcess; announced: Json }> {
    await this.place.make()
    const child = this.start([...args, '--json'], this.folder, through)
    let stdout = ''
    let stderr = ''
    child.stderr!.on('data', (chunk) => {
      stderr += chunk
    })
    const announced = await new Promise<Json>((resolve, reject) => {
      child.stdout!.on('data', (chunk) => {
        stdout += chunk
        if (stdout.includes('\n')) resolve(JSON.parse(stdout))
      })
      child.once('exit', (code) => reject(new Error(`${args[0]} exited with ${code}: ${stderr}`)))
    })
    return { child, announced }
  }

  /** What a command finds in its environment. */
  variables(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      OVERHEARD_DATABASE: this.database,
      OVERHEARD_PORT: '0',
      OVERHEARD_LOG_LEVEL: 'error',
      ...this.environment,
    }
  }

  /** Ends what still runs and removes the folder. */
  async close(): Promise<void> {
    for (const child of this.running) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await this.place.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private start(args: readonly string[], cwd = this.folder, through: readonly string[] = []): ChildProcess {
    const [program, ...rest] = [...through, process.execPath, this.command, ...args]
    const child = spawn(program!, rest, {
      cwd,
      env: this.variables(),
    })
    this.running.add(child)
    child.once('close', () => this.running.delete(child))
    return child
  }
}
