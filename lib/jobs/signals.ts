import { EventEmitter } from 'node:events'

/**
 * Kinds of work that can become due. A signal wakes the jobs that do it, so that they need not wait for their schedule.
 */
export const SIGNALS = ['audio', 'transcript', 'question', 'delivery', 'mail'] as const
export type Signal = (typeof SIGNALS)[number]

/** Wake-ups within this process. A lost signal delays work by seconds: the schedule finds it. */
export class Signals {
  private readonly emitter = new EventEmitter().setMaxListeners(0)

  emit(signal: Signal): void {
    this.emitter.emit(signal)
  }

  on(signal: Signal, listener: () => void): () => void {
    this.emitter.on(signal, listener)
    return () => this.emitter.off(signal, listener)
  }
}
