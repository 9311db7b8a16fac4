import type { Leased } from '../queue/failure.js'
import { type Step, Worker } from '../queue/worker.js'
import type { Services } from '../services.js'
import type { Job } from './runner.js'

/** The job that works through the queue of one step. */
export function queueJob<Item extends Leased>(
  services: Services,
  step: Step<Item>,
  when: Pick<Job, 'partOf' | 'schedule' | 'wakeOn'>,
): Job {
  const worker = new Worker(services, step)
  return { name: step.name, ...when, run: (abort) => worker.run(abort), wake: () => worker.wake() }
}
