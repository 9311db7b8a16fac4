import { serveThread } from '../../lib/threads/serve-thread.js'

/** A thread that does what tests of threads need done to it. */
serveThread({
  echo: (value: unknown) => value,
  spin: () => {
    for (;;);
  },
  overflow: function overflow(): unknown {
    return [overflow()]
  },
  exit: () => process.exit(1),
  wait: (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
})
