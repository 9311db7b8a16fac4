import type { ClientConfig } from 'pg'

/** How long anybody waits for a connection, and for a lock. */
export const PATIENCE_MS = 5000
/** A connection over which nothing was heard is asked for a sign of life after this. */
const QUIET_MS = 10_000

/**
 * What the server does about us when the network between is cut: without this it would keep our connections, and what
 * their transactions have locked, for hours.
 */
const GIVEN_UP_BY_THE_SERVER = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=15000',
  'idle_in_transaction_session_timeout=60000',
]

export interface ConnectionOptions {
  applicationName?: string
  /** `name=value`, of the server's settings. */
  settings?: readonly string[]
}

/** What every connection of ours has in common: it is made in time or not at all, and neither end keeps it for dead. */
export function connectionTo(
  url: string,
  { applicationName = 'overheard', settings = [] }: ConnectionOptions = {},
): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
    application_name: applicationName,
    options: [...GIVEN_UP_BY_THE_SERVER, ...settings].map((setting) => `-c ${setting}`).join(' '),
  }
}
