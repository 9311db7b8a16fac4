import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const COMMAND = fileURLToPath(new URL('../../overheard.js', import.meta.url))

/** The built command on a database in `folder`, as an operator runs it. */
export class Served {
  private readonly env: NodeJS.ProcessEnv

  constructor(readonly folder: string) {
    this.env = {
      ...process.env,
      OVERHEARD_DATABASE: join(folder, 'bench.db'),
      OVERHEARD_PORT: '0',
      OVERHEARD_LOG_LEVEL: 'error',
    }
  }

  async json<T>(...args: string[]): Promise<T> {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args, '--json'], {
      env: this.env,
    })
    return JSON.parse(stdout)
  }

  spawn(...args: string[]): ChildProcess {
    return spawn(process.execPath, [COMMAND, ...args, '--json'], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  /** Starts `serve`; milliseconds from the start of the process to its address. */
  async serve(): Promise<{ child: ChildProcess; url: string; milliseconds: number }> {
    const startedAt = performance.now()
    const child = this.spawn('serve')
    const [line] = await once(child.stdout!, 'data')
    return { child, url: JSON.parse(String(line)).listening, milliseconds: performance.now() - startedAt }
  }

  /** A key of an account on the pro plan. */
  async key(): Promise<string> {
    const { id } = await this.json<{ id: string }>('account', 'create', '--name', 'Bench', '--plan', 'pro')
    return (await this.json<{ key: string }>('key', 'create', '--name', 'bench', '--account', id)).key
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
