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

  /** Without waiting; undefined for what must be read. */
  known(key: string): T | undefined {
    if (!isVersioned(this.db)) return undefined
    const version = this.db.dataVersion()
    if (version !== this.version) this.found.clear()
    this.version = version
    return this.found.get(key)
  }

  async get(key: string): Promise<T | undefined> {
    const known = this.known(key)
    if (known !== undefined) return known
    const { version } = this
    const read = await this.read(key)
    // A commit while it was being read may have changed it.
    if (read !== undefined && this.version === version && isVersioned(this.db)) this.keep(key, read)
    return read
  }

  /** For what time has changed. */
  forget(key: string): void {
    this.found.delete(key)
  }

  private keep(key: string, read: T): void {
    if (this.found.size >= this.atMost) this.found.clear()
    this.found.set(key, read)
  }
}
