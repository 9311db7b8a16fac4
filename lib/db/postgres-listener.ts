import type { Client } from 'pg'
import { connectionTo, POSTGRES_TIMEOUT_MS, pg } from './postgres-connection.js'

/** Delay before reconnecting. The periodic sweep finds due work meanwhile. */
const RETRY_MS = 1000

/** A connection that listens on a channel until closed. Reconnects when the server restarts. */
export class Listener {
  private client: Client | undefined
  private retry: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly hear: (word?: string) => void,
  ) {}

  async connect(): Promise<void> {
    const client = new (pg().Client)({
      ...connectionTo(this.url),
      query_timeout: POSTGRES_TIMEOUT_MS,
    })
    this.client = client
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    client.on('notification', ({ payload }) => this.hear(payload))
    try {
      await client.connect()
      await client.query(`LISTEN ${this.channel}`)
      this.hear()
    } catch {
      this.lost(client)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.retry)
    await this.client?.end().catch(() => undefined)
  }

  private lost(client: Client): void {
    if (this.isClosed || this.client !== client) return
    this.client = undefined
    void client.end().catch(() => undefined)
    this.retry = setTimeout(() => void this.connect(), RETRY_MS)
    this.retry.unref()
  }
}
