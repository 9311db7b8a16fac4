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

  async get(key: string): Promise<T | undefined> {
    const version = this.db.dataVersion()
    if (version !== this.version) this.entries.clear()
    this.version = version
    const known = this.entries.get(key)
    if (known !== undefined) return known
    const read = await this.read(key)
    // A commit during the read may have changed the value: do not cache it then.
    if (read !== undefined && version !== undefined && this.version === version) {
      if (this.entries.size >= this.maxEntries) this.entries.clear()
      this.entries.set(key, read)
    }
    return read
  }

  /** Removes a value that became outdated without a commit. */
  forget(key: string): void {
    this.entries.delete(key)
  }
}
