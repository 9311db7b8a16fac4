import { createTask } from 'node-cron'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Logger } from '../logger.js'
import type { Counts } from '../queue/worker.js'
import type { Signal, Signals } from './signals.js'

export interface Job {
  readonly name: string
  /** The job of the command line that runs this one, if it has another name. */
  readonly partOf?: string
  /**
   * Runs the job even if no signal arrives. A number is an interval in milliseconds, which changes of the
   * system clock do not affect; a string is a node-cron expression with seconds, in UTC, for a time of day.
   */
  readonly schedule: number | string
  readonly wakeOn?: readonly Signal[]
  /** Called before a scheduled pass; false leaves the pass to another worker. */
  claim?(): Promise<boolean>
  /** Runs one pass over all work that is due. After `abort` it starts nothing more. Resolves when nothing runs. */
  run(abort: AbortSignal): Promise<Counts>
  /** More work became due during a pass. */
  wake?(): void
}

/** Runs one job, one pass at a time. A wake-up during a pass starts another pass after it. */
class ScheduledJob {
  private running: Promise<void> | undefined
  private wakePending = false
  private readonly abort = new AbortController()
  /** Functions that end the schedule and the signals. */
  private ends: Array<() => unknown> = []

  constructor(
    private readonly job: Job,
    private readonly logger: Logger,
  ) {}

  start(signals: Signals): void {
    const { wakeOn = [] } = this.job
    this.ends = [this.followSchedule(), ...wakeOn.map((signal) => signals.on(signal, () => this.wake()))]
    // Work may have become due while no process was running.
    if (wakeOn.length > 0) this.wake()
  }

  private followSchedule(): () => unknown {
    const { schedule } = this.job
    if (typeof schedule === 'number') {
      const timer = setInterval(() => void this.wakeBySchedule(), schedule)
      return () => clearInterval(timer)
    }
    const task = createTask(schedule, () => this.wakeBySchedule(), { timezone: 'UTC' })
    void task.start()
    return () => task.destroy()
  }

  private wake(): void {
    if (this.abort.signal.aborted) return
    if (this.running) {
      this.wakePending = true
      this.job.wake?.()
      return
    }
    this.running = this.passes().finally(() => {
      this.running = undefined
    })
  }

  private async wakeBySchedule(): Promise<void> {
    try {
      if ((await this.job.claim?.()) ?? true) this.wake()
    } catch (error) {
      this.logFailure(error, 'a job could not start; its schedule tries again')
    }
  }

  async stop(): Promise<void> {
    this.abort.abort()
    await Promise.all(this.ends.map((end) => end()))
    await this.running
  }

  private async passes(): Promise<void> {
    do {
      this.wakePending = false
      try {
        const counts = await this.job.run(this.abort.signal)
        if (Object.values(counts).some((count) => count > 0))
          this.logger.info({ job: this.job.name, ...counts }, 'job done')
      } catch (error) {
        if (this.abort.signal.aborted) return
        this.logFailure(error, 'a job failed; its schedule runs it again')
      }
    } while (this.wakePending && !this.abort.signal.aborted)
  }

  /** An unreachable database needs no action from a person: the schedule tries again. */
  private logFailure(error: unknown, message: string): void {
    const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
    this.logger[level]({ job: this.job.name, err: error }, message)
  }
}

/**
 * Starts jobs on signals and on their schedules.
 * @returns a function that starts no more passes, aborts running ones and waits for them
 */
export function runJobs(jobs: readonly Job[], signals: Signals, logger: Logger): () => Promise<void> {
  const scheduled = jobs.map((job) => new ScheduledJob(job, logger))
  for (const each of scheduled) each.start(signals)
  return async () => {
    await Promise.all(scheduled.map((each) => each.stop()))
  }
}
