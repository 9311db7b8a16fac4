import type { Dispatcher } from 'undici'
import type { StartTimer } from '../clock.js'
import { asFetchError, type FetchError } from './fetch-error.js'

/** An answer of which only the status is wanted. */
export interface StatusAnswer {
  status: number
  /** Resolves when the body has been thrown away and the connection is free again, or given up. */
  released: Promise<void>
}

/** From the start of connecting, in milliseconds, each with what is said when it is over. */
interface Patience {
  head: { ms: number; fault(): FetchError }
  whole: { ms: number; fault(): FetchError }
  /** Of the body, from its start: what answers more, or slower, is hung up on. */
  discard: { bytes: number; ms: number }
  startTimer: StartTimer
}

/**
 * Sends a request and answers its status. Much cheaper than undici's `request`, which makes a stream of every body
 * and watches a signal: what sends thousands a second wants neither. Throws `FetchError`.
 */
export function sendForStatus(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  patience: Patience,
): Promise<StatusAnswer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(patience, resolve, reject)
    try {
      dispatcher.dispatch(options, exchange)
    } catch (error) {
      exchange.onResponseError(undefined, error as Error)
    }
  })
}

class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private fault: FetchError | undefined
  private endTimer: () => void
  private readonly startedAt = performance.now()
  private seen = 0
  private release = () => {}

  constructor(
    private readonly patience: Patience,
    private readonly resolve: (answer: StatusAnswer) => void,
    private readonly reject: (fault: FetchError) => void,
  ) {
    const { head, whole, startTimer } = patience
    const first = head.ms <= whole.ms ? head : whole
    this.endTimer = startTimer(() => this.stop(first.fault()), first.ms)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.fault) controller.abort(this.fault)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.fault) return
    this.endTimer()
    const { whole, discard, startTimer } = this.patience
    const left = Math.min(discard.ms, whole.ms - (performance.now() - this.startedAt))
    this.endTimer = startTimer(() => this.stop(whole.fault()), Math.max(0, left))
    const released = new Promise<void>((resolve) => {
      this.release = resolve
    })
    this.resolve({ status, released })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.seen += chunk.length
    if (this.seen > this.patience.discard.bytes) this.stop(this.patience.whole.fault())
  }

  onResponseEnd(): void {
    this.endTimer()
    // undici frees the connection in the turn after this one; whoever is quicker has a new one opened.
    setImmediate(() => setImmediate(this.release))
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.endTimer()
    // After the head, nobody asks for more than the connection's end.
    this.reject(asFetchError(error))
    this.release()
  }

  /** undici reports an abort only once it has a connection; the caller must not wait for that. */
  private stop(fault: FetchError): void {
    this.endTimer()
    this.fault = fault
    this.reject(fault)
    this.release()
    this.controller?.abort(fault)
  }
}
