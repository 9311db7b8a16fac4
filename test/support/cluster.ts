import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Cli } from './cli.js'

export type Role = 'server' | 'worker'
const COMMANDS: Record<Role, string[]> = { server: ['serve', '--no-jobs'], worker: ['worker'] }

interface Member {
  role: Role
  name: string
  child: ChildProcess
  /** Where a server listens; undefined for a worker, and while it is down. */
  url: string | undefined
}

/** API servers and workers on one database, each a process of its own, as an operator runs them. */
export class Cluster {
  readonly members: Member[] = []
  /** What ended although nobody killed it, with what it said last. */
  readonly deaths: string[] = []
  /** Lines that the processes logged. */
  readonly log: string[] = []
  private readonly killed = new Set<ChildProcess>()

  constructor(private readonly cli: Cli) {}

  async start(...roles: Role[]): Promise<void> {
    const counts = { server: 0, worker: 0 }
    const names = roles.map((role) => `${role} ${++counts[role]}`)
    this.members.push(...(await Promise.all(roles.map((role, index) => this.launch(role, names[index]!)))))
  }

  get urls(): string[] {
    return this.members.flatMap(({ url }) => url ?? [])
  }

  /** Ends a member as a power cut would. */
  async kill(index: number): Promise<void> {
    const member = this.members[index]!
    member.url = undefined
    this.killed.add(member.child)
    member.child.kill('SIGKILL')
    await ended(member.child)
  }

  async restart(index: number): Promise<void> {
    const { role, name } = this.members[index]!
    this.members[index] = await this.launch(role, name)
  }

  /** Stops all of them as a service manager would; answers their exit codes. */
  async stop(): Promise<Array<number | null>> {
    for (const { child } of this.members) {
      this.killed.add(child)
      child.kill('SIGTERM')
    }
    await Promise.all(this.members.map(({ child }) => ended(child)))
    return this.members.map(({ child }) => child.exitCode)
  }

  private async launch(role: Role, name: string): Promise<Member> {
    const { child, announced } = await this.cli.serve(COMMANDS[role])
    child.stderr!.on('data', (lines) => this.log.push(...`${lines}`.trim().split('\n')))
    child.once('exit', (code, signal) => {
      if (!this.killed.has(child))
        this.deaths.push(`${name} ended with ${code ?? signal}: ${this.log.at(-1)}`)
    })
    return { role, name, child, url: announced.listening }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
