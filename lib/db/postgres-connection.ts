import { createRequire } from 'node:module'
import type { ClientConfig } from 'pg'

type Pg = typeof import('pg')

let loaded: Pg | undefined

/** The PostgreSQL client, loaded on first use: with SQLite the program starts without it. */
export function pg(): Pg {
  loaded ??= createRequire(import.meta.url)('pg') as Pg
  return loaded
}

/** How long to wait for a connection or a lock. */
export const POSTGRES_TIMEOUT_MS = 5000
/** After this time without traffic, a keepalive probe is sent. */
const KEEPALIVE_DELAY_MS = 10_000

/**
 * Settings that make the server drop our connections if the network is cut. Otherwise it would keep them and their
 * locks for hours.
 */
const LOST_PEER_SETTINGS = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=15000',
  'idle_in_transaction_session_timeout=60000',
]

export interface ConnectionOptions {
  applicationName?: string
  /** `name=value` of server settings. */
  settings?: readonly string[]
}

/** The options of every connection: it is made in time or fails, and both ends detect a lost peer. */
export function connectionTo(
  url: string,
  { applicationName = 'overheard', settings = [] }: ConnectionOptions = {},
): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: POSTGRES_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    application_name: applicationName,
    options: [...LOST_PEER_SETTINGS, ...settings].map((setting) => `-c ${setting}`).join(' '),
  }
}
