// Serves as `serve --no-jobs` does, with a short limit for requests at a stop. Requests are never answered. With the
// argument `start` the start never ends, and the whole stop has the short limit. With `fail` the start fails.

import { once } from 'node:events'
import { configOf } from '../../scripts/commands/command.js'
import { serveUntilStopped } from '../../scripts/commands/serve.js'
import { listenForStop } from '../../scripts/stop-signal.js'

listenForStop()
const serving = serveUntilStopped(configOf(), {
  jobs: false,
  console: false,
  answerWithinMs: 300,
  ...(process.argv[2] === 'start' && { stopWithinMs: 300 }),
  before: [
    () => {
      console.error('a request is waiting')
      return new Promise(() => undefined)
    },
  ],
  async announce(_services, url) {
    console.log(JSON.stringify({ listening: url }))
    if (process.argv[2] === 'start') await once(process, 'never')
    if (process.argv[2] === 'fail') throw new Error('the start failed')
  },
})
await serving.catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
