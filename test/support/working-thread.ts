import { resourceLimits } from 'node:worker_threads'
import { serveThread } from '../../lib/threads/serve-thread.js'

/** A thread that does what tests of threads need done to it. */
const calls = {
  echo: (value: unknown) => value,
  spin: () => {
    for (;;);
  },
  overflow: function overflow(): unknown {
    return [overflow()]
  },
  exit: () => process.exit(1),
  youngGenerationMb: () => resourceLimits.maxYoungGenerationSizeMb,
  wait: (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
}

export type WorkingCalls = typeof calls

serveThread(calls)
