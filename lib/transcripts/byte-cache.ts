/** Byte strings that were used last, up to a size in bytes. What they are named by never means anything else. */
export class ByteCache {
  private readonly held = new Map<string, Uint8Array>()
  private size = 0

  constructor(private readonly atMost: number) {}

  get(name: string): Uint8Array | undefined {
    const bytes = this.held.get(name)
    if (!bytes) return undefined
    this.held.delete(name)
    this.held.set(name, bytes)
    return bytes
  }

  set(name: string, bytes: Uint8Array): void {
    this.size += bytes.length - (this.held.get(name)?.length ?? 0)
    this.held.delete(name)
    this.held.set(name, bytes)
    for (const [oldest, { length }] of this.held) {
      if (this.size <= this.atMost) return
      this.held.delete(oldest)
      this.size -= length
    }
  }
}
