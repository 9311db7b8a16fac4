import type { Db } from './types.js'
import { isVersioned } from './versioned.js'

/**
 * What `read` found by a key, remembered until the next commit of anybody: what a commit changed holds at once, and
 * a busy client costs one look at the version. A database that cannot tell its version is read each time.
 */
export class Remembered<T> {
  private readonly found = new Map<string, T>()
  private version = -1

  constructor(
    private readonly db: Db,
    private readonly read: (key: string) => Promise<T | undefined>,
    private readonly atMost: number,
  ) {}

  async get(key: string): Promise<T | undefined> {
    if (!isVersioned(this.db)) return this.read(key)
    const version = this.db.dataVersion()
    if (version !== this.version || this.found.size >= this.atMost) this.found.clear()
    this.version = version
    const known = this.found.get(key)
    if (known !== undefined) return known
    const read = await this.read(key)
    // A commit while it was being read may have changed it.
    if (read !== undefined && this.version === version) this.found.set(key, read)
    return read
  }

  /** For what time has changed. */
  forget(key: string): void {
    this.found.delete(key)
  }
}
