import { createTask, type ScheduledTask } from 'node-cron'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Logger } from '../logger.js'
import type { Counts } from '../queue/worker.js'
import type { Signal, Signals } from './signals.js'

export interface Job {
  readonly name: string
  /** The job of the command line that this one belongs to, when it has another name. */
  readonly partOf?: string
  /**
   * The backstop behind the signals: milliseconds on a timer that no change of the clock can stop, or, for what is
   * done at a time of day, node-cron with seconds, UTC.
   */
  readonly schedule: number | string
  readonly wakeOn?: readonly Signal[]
  /** Asked before a pass that the schedule begins: false leaves it to another worker. */
  claim?(): Promise<boolean>
  /** One pass over all that is due now. Once `abort` says so it takes nothing new; it ends when nothing runs. */
  run(abort: AbortSignal): Promise<Counts>
  /** More is due while a pass runs. */
  wake?(): void
}

/** Runs one job, never twice at once; a wake-up during a pass makes another pass follow. */
class Lane {
  private running: Promise<void> | undefined
  private again = false
  private readonly abort = new AbortController()

  constructor(
    readonly job: Job,
    private readonly logger: Logger,
  ) {}

  wake(): void {
    if (this.abort.signal.aborted) return
    if (this.running) {
      this.again = true
      this.job.wake?.()
      return
    }
    this.running = this.passes().finally(() => {
      this.running = undefined
    })
  }

  async wakeBySchedule(): Promise<void> {
    try {
      if ((await this.job.claim?.()) ?? true) this.wake()
    } catch (error) {
      this.note(error, 'job not begun')
    }
  }

  async stop(): Promise<void> {
    this.abort.abort()
    await this.running
  }

  private async passes(): Promise<void> {
    do {
      this.again = false
      try {
        const counts = await this.job.run(this.abort.signal)
        if (Object.values(counts).some((count) => count > 0))
          this.logger.info({ job: this.job.name, ...counts }, 'job done')
      } catch (error) {
        if (this.abort.signal.aborted) return
        this.note(error, 'job failed')
      }
    } while (this.again && !this.abort.signal.aborted)
  }

  /** A database that is away heals, and the schedule tries again: nobody has to act. */
  private note(error: unknown, message: string): void {
    const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
    this.logger[level]({ job: this.job.name, err: error }, message)
  }
}

/** Starts jobs by signal and by schedule, and stops them without leaving anything half done. */
export class JobRunner {
  private readonly lanes: Lane[]
  private tasks: ScheduledTask[] = []
  private timers: NodeJS.Timeout[] = []
  private unsubscribe: Array<() => void> = []

  constructor(
    jobs: readonly Job[],
    private readonly signals: Signals,
    logger: Logger,
  ) {
    this.lanes = jobs.map((job) => new Lane(job, logger))
  }

  start(): void {
    for (const lane of this.lanes) {
      this.schedule(lane)
      for (const signal of lane.job.wakeOn ?? []) {
        this.unsubscribe.push(this.signals.on(signal, () => lane.wake()))
        // What became due while nobody was running is looked at right away.
        lane.wake()
      }
    }
  }

  /** Takes no new pass, tells running ones to end, and waits for them. */
  async stop(): Promise<void> {
    for (const off of this.unsubscribe) off()
    for (const timer of this.timers) clearInterval(timer)
    await Promise.all(this.tasks.map((task) => task.destroy()))
    this.unsubscribe = []
    this.timers = []
    this.tasks = []
    await Promise.all(this.lanes.map((lane) => lane.stop()))
  }

  private schedule(lane: Lane): void {
    const { schedule } = lane.job
    if (typeof schedule === 'number') {
      this.timers.push(setInterval(() => void lane.wakeBySchedule(), schedule))
      return
    }
    const task = createTask(schedule, () => lane.wakeBySchedule(), { timezone: 'UTC' })
    void task.start()
    this.tasks.push(task)
  }
}
