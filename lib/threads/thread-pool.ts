import { Worker } from 'node:worker_threads'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Member {
  worker: Worker
  pending: Map<number, Pending>
}

export interface ThreadPoolOptions {
  size: number
  /** Handed to every thread as `workerData`. */
  data?: unknown
}

/** What a thread answers with. Errors cross as plain data and are made whole again here. */
interface Answer {
  id: number
  value?: unknown
  error?: { name: string; message: string; code?: string; stack?: string; details?: Record<string, unknown> }
}

/** Thrown into calls whose thread died under them. */
export class ThreadDiedError extends Error {
  readonly code = 'THREAD_DIED'
}

function reviveError(plain: NonNullable<Answer['error']>): Error {
  const error = new Error(plain.message)
  error.name = plain.name
  if (plain.stack) error.stack = plain.stack
  return Object.assign(error, plain.details, plain.code === undefined ? {} : { code: plain.code })
}

/**
 * Threads that answer named calls (`serveThread` on their side). A call goes to the thread with the
 * fewest waiting; a thread that dies fails its calls and is replaced at the next one.
 */
export class ThreadPool {
  private readonly members: Array<Member | undefined>
  private nextId = 1
  private closed = false

  constructor(
    private readonly url: URL,
    private readonly options: ThreadPoolOptions,
  ) {
    this.members = new Array<Member | undefined>(options.size).fill(undefined)
  }

  /** Starts every thread ahead of its first call. */
  start(): void {
    this.members.forEach((member, index) => {
      if (!member) this.spawn(index)
    })
  }

  /** Calls that no thread has answered yet. */
  get waiting(): number {
    return this.members.reduce((sum, member) => sum + (member?.pending.size ?? 0), 0)
  }

  call<T>(name: string, args?: unknown, transfer: readonly ArrayBuffer[] = []): Promise<T> {
    if (this.closed) return Promise.reject(new ThreadDiedError('The threads are stopped.'))
    const member = this.leastBusy()
    const id = this.nextId++
    return new Promise<T>((resolve, reject) => {
      member.pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
      // A command that waits for an answer must not end as one with nothing left to do.
      if (member.pending.size === 1) member.worker.ref()
      member.worker.postMessage({ id, name, args }, transfer as ArrayBuffer[])
    })
  }

  /** Ends the threads; what still waits is failed. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all(this.members.map((member) => member?.worker.terminate()))
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
    const worker = new Worker(this.url, { workerData: this.options.data })
    const member: Member = { worker, pending: new Map() }
    this.members[index] = member
    worker.unref()
    worker.on('message', (answer: Answer) => this.settle(member, answer))
    const died = (cause?: Error) => {
      if (this.members[index] === member) this.members[index] = undefined
      const error = new ThreadDiedError('The thread that worked on this has ended.', { cause })
      for (const { reject } of member.pending.values()) reject(error)
      member.pending.clear()
    }
    worker.on('error', died)
    worker.on('exit', () => died())
    return member
  }

  private settle(member: Member, answer: Answer): void {
    const call = member.pending.get(answer.id)
    if (!call) return
    member.pending.delete(answer.id)
    if (member.pending.size === 0) member.worker.unref()
    if (answer.error) call.reject(reviveError(answer.error))
    else call.resolve(answer.value)
  }
}
