import type { Services } from '../services.js'
import { Sender } from '../webhooks/sender.js'
import type { Job } from './runner.js'

/** Sends webhook deliveries the moment they are due. */
export function deliver(services: Services): Job {
  const sender = new Sender(services)
  return {
    name: 'deliver',
    schedule: 1000, // retries become due without a signal
    wakeOn: ['delivery'],
    wake: () => sender.wake(),
    run: (abort) => sender.run(abort),
  }
}
