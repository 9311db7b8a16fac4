import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cli } from './cli.js'

const SAMPLE_MS = 50

/** A `serve` in a process of its own, whose event loop and memory are watched. */
export class WatchedServer {
  /** The most memory that was seen, in bytes. */
  largest = 0
  private waitedMs = 0

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(cli: Cli): Promise<WatchedServer> {
    const { child, announced } = await cli.serve()
    const server = new WatchedServer(child, announced.listening)
    await server.look()
    return server
  }

  /**
   * Does something to the server. @returns for how long at most its event loop answered nobody, in milliseconds.
   * The time for which other processes had the processor does not count.
   */
  async longestDelayDuring(work: () => Promise<unknown>): Promise<number> {
    let longest = 0
    let isOver = false
    await this.look()
    const watching = (async () => {
      while (!isOver) {
        await pause(SAMPLE_MS)
        longest = Math.max(longest, await this.look())
      }
    })()
    try {
      await work()
    } finally {
      isOver = true
      await watching
    }
    return longest
  }

  /** @returns the longest delay of the event loop since the last look, in milliseconds */
  private async look(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text()
    const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    this.largest = Math.max(this.largest, gauge('process_resident_memory_bytes'))
    const waitedBefore = this.waitedMs
    this.waitedMs = await this.readWaitedMs()
    return gauge('nodejs_eventloop_lag_max_seconds') * 1000 - (this.waitedMs - waitedBefore)
  }

  /** For how long the main thread was ready and had no processor; 0 where the system does not say. */
  private async readWaitedMs(): Promise<number> {
    const { pid } = this.child
    const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0 0')
    return Number(text.split(' ')[1]) / 1e6
  }
}
