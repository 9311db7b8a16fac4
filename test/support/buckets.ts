import type { AppOptions } from './app.js'
import { S3Server } from './s3-server.js'

/**
 * A bucket for the tests of a `describe`, there again for each of them; call it before `useApp`, and give that its
 * environment.
 */
export function useBucket(environment: Record<string, string> = {}): {
  server: () => S3Server
  options: AppOptions
} {
  let server: S3Server
  const options = { environment: { ...environment } }
  before(async () => {
    server = await S3Server.start()
    Object.assign(options.environment, server.environment())
  })
  afterEach(() => server.beThere())
  after(() => server.close())
  return { server: () => server, options }
}
