import type { Dispatcher } from 'undici'
import type { StartTimer } from '../clock.js'
import { DISCARD } from './body.js'
import { asFetchError, type FetchError } from './fetch-error.js'

/** An answer reduced to its status. */
export interface StatusAnswer {
  status: number
  /** Resolves when the body has been dropped and the connection is reusable or closed. */
  connectionFree: Promise<void>
}

/** Time limits from the start of connecting, in milliseconds, each with the error for exceeding it. */
interface TimeLimits {
  head: { ms: number; fault(): FetchError }
  whole: { ms: number; fault(): FetchError }
  startTimer: StartTimer
}

/**
 * Sends a request and returns the status of its answer. Much cheaper than undici's `request`, which creates a
 * stream per body and watches a signal; webhooks send thousands of requests a second. Throws `FetchError`.
 */
export function sendForStatus(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  limits: TimeLimits,
): Promise<StatusAnswer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(limits, resolve, reject)
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
    private readonly limits: TimeLimits,
    private readonly resolve: (answer: StatusAnswer) => void,
    private readonly reject: (fault: FetchError) => void,
  ) {
    const { head, whole, startTimer } = limits
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
    const { whole, startTimer } = this.limits
    const left = Math.min(DISCARD.ms, whole.ms - (performance.now() - this.startedAt))
    this.endTimer = startTimer(() => this.stop(whole.fault()), Math.max(0, left))
    const connectionFree = new Promise<void>((resolve) => {
      this.release = resolve
    })
    this.resolve({ status, connectionFree })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.seen += chunk.length
    if (this.seen > DISCARD.bytes) this.stop(this.limits.whole.fault())
  }

  onResponseEnd(): void {
    this.endTimer()
    // undici frees the connection one turn later; resolving earlier would open a new connection.
    setImmediate(() => setImmediate(this.release))
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.endTimer()
    // The caller already has the status: it only needs to know that the connection is gone.
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
