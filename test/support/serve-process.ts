// Serves as `serve --no-jobs` does, with a short limit for a stop. Requests are never answered; with the argument
// `start`, its start does not end either.

import { once } from 'node:events'
import { configOf } from '../../scripts/commands/command.js'
import { serveUntilStopped } from '../../scripts/commands/serve.js'
import { listenForStop } from '../../scripts/stop-signal.js'

listenForStop()
await serveUntilStopped(configOf(), {
  jobs: false,
  console: false,
  stopWithinMs: 500,
  before: [
    () => {
      console.error('a request is waiting')
      return new Promise(() => undefined)
    },
  ],
  async announce(_services, url) {
    console.log(JSON.stringify({ listening: url }))
    if (process.argv[2] === 'start') await once(process, 'never')
  },
})
