import type { AppOptions } from './app.js'
import { TestTimers } from './clock.js'
import { S3Server } from './s3-server.js'

/**
 * A bucket for the tests of a `describe`, there again for each of them; call it before `useApp`, and give that its
 * environment.
 */
export function useBucket(environment: Record<string, string> = {}): {
  server: () => S3Server
  options: AppOptions
  /** The time limits of requests to it. */
  timers: TestTimers
} {
  let server: S3Server
  const timers = new TestTimers()
  const options = { environment: { ...environment }, network: { startTimer: timers.start } }
  before(async () => {
    server = await S3Server.start()
    Object.assign(options.environment, server.environment())
  })
  afterEach(() => server.beThere())
  after(() => server.close())
  return { server: () => server, options, timers }
}
