import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cli } from './cli.js'
import { measureProcessorTimes } from './processor-times.js'

const SAMPLE_MS = 20

/** A `serve` in a process of its own. Its answers to `/healthz` are timed from outside, and its memory is watched. */
export class WatchedServer {
  /** The most memory that was seen, in bytes. */
  largest = 0

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(cli: Cli): Promise<WatchedServer> {
    const { child, announced } = await cli.serve()
    return new WatchedServer(child, announced.listening)
  }

  /**
   * Does something to the server. @returns the longest time that `/healthz` took meanwhile, in milliseconds.
   * The time for which threads of the two processes waited for a processor does not count.
   */
  async longestDelayDuring(work: () => Promise<unknown>): Promise<number> {
    let longest = 0
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        longest = Math.max(longest, await this.delay())
        this.largest = Math.max(this.largest, await this.memory())
        await pause(SAMPLE_MS)
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

  /** Its memory now, in bytes. */
  async memory(): Promise<number> {
    const text = await this.get('/metrics')
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
  }

  private async delay(): Promise<number> {
    const measureIts = measureProcessorTimes(this.child.pid!)
    const measureOurs = measureProcessorTimes(process.pid)
    const startedAt = performance.now()
    await this.get('/healthz')
    const took = performance.now() - startedAt
    const [its, ours] = [measureIts(), measureOurs()]
    // Both may have waited at the same time; whatever the server worked on meanwhile is a delay in any case.
    return Math.min(took, Math.max(took - its.waitedMs - ours.waitedMs, its.workedMs))
  }

  /** Over a connection of its own: one that was kept may just be closing. */
  async get(path: string): Promise<string> {
    const [answer] = (await once(get(`${this.url}${path}`, { agent: false }), 'response')) as [
      IncomingMessage,
    ]
    let text = ''
    for await (const chunk of answer) text += chunk
    return text
  }
}
