/** A least-recently-used cache of byte strings, up to a size in bytes. The bytes of a name must never change. */
export class ByteCache {
  private readonly entries = new Map<string, Uint8Array>()
  private size = 0

  constructor(private readonly maxBytes: number) {}

  get(name: string): Uint8Array | undefined {
    const bytes = this.entries.get(name)
    if (!bytes) return undefined
    this.entries.delete(name)
    this.entries.set(name, bytes)
    return bytes
  }

  set(name: string, bytes: Uint8Array): void {
    this.size += bytes.length - (this.entries.get(name)?.length ?? 0)
    this.entries.delete(name)
    this.entries.set(name, bytes)
    for (const [oldest, { length }] of this.entries) {
      if (this.size <= this.maxBytes) return
      this.entries.delete(oldest)
      this.size -= length
    }
  }
}
