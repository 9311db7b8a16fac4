import { findPostgres, PostgresServer } from '../../../test/support/postgres-server.js'

/** A server for measurements, with an empty database. */
export interface BenchPostgres {
  url: string
  remove(): Promise<void>
}

/**
 * The named server, or a new one from installed binaries, with an operator's durability. A string explains
 * why there is none.
 */
export async function benchPostgres(given?: string): Promise<BenchPostgres | string> {
  if (given) return { url: given, remove: async () => undefined }
  const installation = findPostgres()
  return typeof installation === 'string'
    ? installation
    : PostgresServer.make(installation, { isDurable: true })
}
