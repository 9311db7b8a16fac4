import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The range from which Linux, macOS and Windows choose ports by themselves starts above it. */
const LAST = 32_000
const FIRST = 15_000

/**
 * Starts a server at a port that it may leave and use again. A port that the system chose (`listen(0)`) may
 * become the local port of anybody's outgoing connection meanwhile.
 *
 * @returns the port
 * @throws {Error} whatever `listen` fails with, except for a used port
 */
export async function listenAtLastingPort(server: Server, host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    try {
      await once(server.listen(port, host), 'listening')
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** A port for a server of another process. */
export async function aLastingPort(host = '127.0.0.1'): Promise<number> {
  const server = createServer()
  const port = await listenAtLastingPort(server, host)
  await once(server.close(), 'close')
  return port
}
