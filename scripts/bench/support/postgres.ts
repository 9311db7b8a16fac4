import { findPostgres, PostgresServer } from '../../../test/support/postgres-server.js'

/** A server to measure on, whose database is empty. */
export interface BenchPostgres {
  url: string
  remove(): Promise<void>
}

/** The one that is named, or one of its own from installed binaries, durable as an operator's; a string says why none. */
export async function benchPostgres(given?: string): Promise<BenchPostgres | string> {
  if (given) return { url: given, remove: async () => undefined }
  const installation = findPostgres()
  return typeof installation === 'string'
    ? installation
    : PostgresServer.make(installation, { isDurable: true })
}
