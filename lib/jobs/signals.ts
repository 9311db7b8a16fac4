import { EventEmitter } from 'node:events'

/** What can become due: each wakes the jobs that wait for it, so that nothing waits for its cron. */
export type Signal = 'feed' | 'audio' | 'transcript' | 'question' | 'delivery' | 'mail'
export const SIGNALS: readonly Signal[] = ['feed', 'audio', 'transcript', 'question', 'delivery', 'mail']

/** Wake-ups within this process. A lost one costs seconds, not work: the cron sweep finds what is due. */
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
