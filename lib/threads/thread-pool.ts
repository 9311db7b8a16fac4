import { Worker } from 'node:worker_threads'

/** The functions of a thread, as seen by another thread: each returns a promise of its result. */
export type ThreadCalls<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends () => infer Result
    ? () => Promise<Awaited<Result>>
    : Functions[Name] extends (args: infer Args) => infer Result
      ? (args: Args, transfer?: readonly ArrayBuffer[]) => Promise<Awaited<Result>>
      : never
}

/** Sends the name and the argument of a function to a thread. The buffers in `transfer` move there and become empty here. */
type SendCall = (name: string, args?: unknown, transfer?: readonly ArrayBuffer[]) => Promise<unknown>

export function threadCalls<Functions>(send: SendCall): ThreadCalls<Functions> {
  return new Proxy({} as ThreadCalls<Functions>, {
    get: (_, name) => (args: unknown, transfer?: readonly ArrayBuffer[]) =>
      send(String(name), args, transfer),
  })
}

interface Task {
  id: number
  name: string
  args: unknown
  transfer: readonly ArrayBuffer[]
  /** Size of `transfer`, which is empty after the transfer. */
  bytes: number
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Member {
  worker: Worker
  pending: Map<number, Task>
  isOnline: boolean
  timer?: NodeJS.Timeout
}

export interface ThreadPoolOptions {
  size: number
  /** Passed to every thread as `workerData`. */
  data?: unknown
  /** Memory for new objects in each thread before garbage collection, in MB; Node's default is 48. */
  youngGenerationMb?: number
  /**
   * Milliseconds that a call may take; for work that may never end. Each thread then gets one call at a time
   * and is ended when it takes longer, so calls must not wait for anything outside their thread. Without a
   * limit a thread gets every call at once.
   */
  limitMs?: number
}

/** The answer of a thread. Errors cross as plain data and lose their class: `name` and `code` tell them apart. */
export interface Answer {
  id: number
  value?: unknown
  error?: { name: string; message: string; code?: string; stack?: string }
}

/** A thread with a time limit that got more than this is replaced after its task. */
const LARGE_BYTES = 4_000_000

const THREAD_DIED = 'THREAD_DIED'

/** The error of calls whose thread ended. The message completes "It cannot be done: …". */
const threadDied = (message: string, cause?: Error): Error =>
  Object.assign(new Error(message, { cause }), { name: 'ThreadDiedError', code: THREAD_DIED })

/** Whether an error says that its thread ended, also one that crossed a thread. */
export const isThreadDeath = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === THREAD_DIED

function deathBy(cause: Error | undefined): Error {
  const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const reason = isMemory ? 'it takes more memory than it may have' : 'the thread that worked on it has ended'
  return threadDied(reason, cause)
}

/**
 * Threads that run the functions given to `serveThread`. A call goes to the thread with the fewest calls. If a
 * thread ends, its calls fail, and the next call starts a new one.
 */
export class ThreadPool<Functions> {
  readonly calls: ThreadCalls<Functions> = threadCalls((...call) => this.send(...call))
  private readonly members: Array<Member | undefined>
  /** Calls that wait for a thread; only with a time limit. */
  private readonly queue: Task[] = []
  private nextId = 1
  private closed = false

  constructor(
    private readonly url: URL,
    private readonly options: ThreadPoolOptions,
  ) {
    this.members = new Array<Member | undefined>(options.size).fill(undefined)
  }

  /** Starts every thread before its first call. */
  start(): void {
    this.members.forEach((member, index) => {
      if (!member) this.spawn(index)
    })
  }

  /** Calls that no thread has answered yet. */
  get waiting(): number {
    return this.members.reduce((sum, member) => sum + (member?.pending.size ?? 0), this.queue.length)
  }

  /** Makes a call by its name. Use `calls` unless the name is a variable. */
  readonly send: SendCall = (name, args, transfer = []) => {
    if (this.closed) return Promise.reject(threadDied('the threads are stopped'))
    return new Promise((resolve, reject) => {
      const id = this.nextId++
      const bytes = transfer.reduce((sum, { byteLength }) => sum + byteLength, 0)
      this.queue.push({ id, name, args, transfer, bytes, resolve, reject })
      this.dispatch()
    })
  }

  /** Ends the threads. Waiting calls fail. */
  async close(): Promise<void> {
    this.closed = true
    for (const { reject } of this.queue.splice(0)) reject(threadDied('the threads are stopped'))
    await Promise.all(this.members.map((member) => member?.worker.terminate()))
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const member = this.leastBusy()
      if (this.options.limitMs !== undefined && member.pending.size > 0) return
      this.assign(member, this.queue.shift()!)
    }
  }

  private assign(member: Member, task: Task): void {
    try {
      member.worker.postMessage(
        { id: task.id, name: task.name, args: task.args },
        task.transfer as ArrayBuffer[],
      )
    } catch (error) {
      task.reject(error as Error)
      return
    }
    member.pending.set(task.id, task)
    // Keeps the process of a command alive until the answer.
    if (member.pending.size === 1) member.worker.ref()
    this.limitTime(member)
  }

  private leastBusy(): Member {
    let best: Member | undefined
    for (let index = 0; index < this.members.length; index++) {
      const member = this.members[index]
      if (!member) return this.spawn(index)
      if (!best || member.pending.size < best.pending.size) best = member
    }
    return best!
  }

  private spawn(index: number): Member {
    const { data, youngGenerationMb } = this.options
    const worker = new Worker(this.url, {
      workerData: data,
      ...(youngGenerationMb && { resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } }),
    })
    const member: Member = { worker, pending: new Map(), isOnline: false }
    this.members[index] = member
    worker.unref()
    worker.on('message', (answer: Answer) => this.settle(member, answer))
    worker.on('online', () => {
      member.isOnline = true
      this.limitTime(member)
    })
    worker.on('error', (error) => this.removeEnded(member, deathBy(error)))
    worker.on('exit', () => this.removeEnded(member, deathBy(undefined)))
    return member
  }

  /** Starts the time limit. The start of the thread does not count. */
  private limitTime(member: Member): void {
    const { limitMs } = this.options
    if (limitMs === undefined || !member.isOnline || member.pending.size === 0) return
    member.timer = setTimeout(() => {
      this.removeEnded(member, threadDied(`it takes longer than ${limitMs / 1000} seconds`))
      void member.worker.terminate()
    }, limitMs)
  }

  private removeEnded(member: Member, error: Error): void {
    clearTimeout(member.timer)
    const index = this.members.indexOf(member)
    if (index !== -1) this.members[index] = undefined
    for (const { reject } of member.pending.values()) reject(error)
    member.pending.clear()
    if (!this.closed) this.dispatch()
  }

  /** Gives a thread's memory back: Node keeps what a large task needed for as long as the thread lives. */
  private retire(member: Member): void {
    this.members[this.members.indexOf(member)] = undefined
    void member.worker.terminate()
  }

  private settle(member: Member, answer: Answer): void {
    const task = member.pending.get(answer.id)
    if (!task) return
    clearTimeout(member.timer)
    member.pending.delete(answer.id)
    if (member.pending.size === 0) member.worker.unref()
    if (answer.error) task.reject(Object.assign(new Error(), answer.error))
    else task.resolve(answer.value)
    if (this.options.limitMs !== undefined && task.bytes > LARGE_BYTES) this.retire(member)
    this.dispatch()
  }
}
