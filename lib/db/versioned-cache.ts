import type { Database } from './types.js'

/**
 * A read-through cache, flushed whenever any connection commits. On a database without a cheap version number
 * it reads every time.
 */
export class VersionedCache<T> {
  private readonly found = new Map<string, T>()
  private version: number | undefined

  constructor(
    private readonly db: Database,
    private readonly read: (key: string) => Promise<T | undefined>,
    private readonly atMost: number,
  ) {}

  /** The cached value, without waiting; undefined when it must be read. */
  known(key: string): T | undefined {
    const version = this.db.dataVersion()
    if (version === undefined) return undefined
    if (version !== this.version) this.found.clear()
    this.version = version
    return this.found.get(key)
  }

  async get(key: string): Promise<T | undefined> {
    const known = this.known(key)
    if (known !== undefined) return known
    const { version } = this
    const read = await this.read(key)
    // A commit during the read may have changed the value: do not cache it then.
    if (read !== undefined && version !== undefined && this.version === version) this.keep(key, read)
    return read
  }

  /** For a value that is outdated although nobody committed. */
  forget(key: string): void {
    this.found.delete(key)
  }

  private keep(key: string, read: T): void {
    if (this.found.size >= this.atMost) this.found.clear()
    this.found.set(key, read)
  }
}
