import type { Database } from './types.js'

/** A read-through cache, flushed whenever any connection commits. Without a cheap version number it always reads. */
export class VersionedCache<T> {
  private readonly entries = new Map<string, T>()
  private version: number | undefined

  constructor(
    private readonly db: Database,
    private readonly read: (key: string) => Promise<T | undefined>,
    private readonly maxEntries: number,
  ) {}

  /** The cached value, synchronously; undefined if it must be read. */
  known(key: string): T | undefined {
    const version = this.db.dataVersion()
    if (version === undefined) return undefined
    if (version !== this.version) this.entries.clear()
    this.version = version
    return this.entries.get(key)
  }

  async get(key: string): Promise<T | undefined> {
    const known = this.known(key)
    if (known !== undefined) return known
    const { version } = this
    const read = await this.read(key)
    // A commit during the read may have changed the value: do not cache it then.
    if (read !== undefined && version !== undefined && this.version === version) this.store(key, read)
    return read
  }

  /** Removes a value that became outdated without a commit. */
  forget(key: string): void {
    this.entries.delete(key)
  }

  private store(key: string, read: T): void {
    if (this.entries.size >= this.maxEntries) this.entries.clear()
    this.entries.set(key, read)
  }
}
