const FIRST_CAPACITY = 256
const GROWTH = 2

/** Numbers for token texts, counted by use: what no keyword uses any more gives its number back. Numbers begin at 1. */
export class TokenTable {
  /** Token numbers by hash; 0 is an empty slot. */
  private slots = new Int32Array(FIRST_CAPACITY)
  private hashes = new Int32Array(FIRST_CAPACITY)
  private uses = new Int32Array(FIRST_CAPACITY)
  private readonly texts: string[] = ['']
  private readonly free: number[] = []
  private count = 0

  /** The number of the token that stands at `start` to `end` of `text`, or 0. */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const token = this.slots[slot]!
      if (token === 0) return 0
      if (this.hashes[token] !== hash) continue
      const known = this.texts[token]!
      if (known.length === end - start && text.startsWith(known, start)) return token
    }
  }

  /** The token's number, made when it is new, with one more use. */
  use(text: string, start: number, end: number, hash: number): number {
    let token = this.find(text, start, end, hash)
    if (token === 0) token = this.insert(text.slice(start, end), hash)
    this.uses[token]!++
    return token
  }

  release(token: number): void {
    const left = --this.uses[token]!
    if (left > 0) return
    this.removeSlot(token)
    this.texts[token] = ''
    this.free.push(token)
    this.count--
  }

  /** One more than the largest number handed out. */
  get limit(): number {
    return this.texts.length
  }

  private insert(text: string, hash: number): number {
    if (this.count * 2 >= this.slots.length) this.enlargeSlots()
    const token = this.free.pop() ?? this.texts.length
    if (token >= this.hashes.length) {
      this.hashes = enlarged(this.hashes)
      this.uses = enlarged(this.uses)
    }
    this.texts[token] = text
    this.hashes[token] = hash
    this.uses[token] = 0
    this.count++
    this.place(token)
    return token
  }

  private place(token: number): void {
    const mask = this.slots.length - 1
    let slot = spread(this.hashes[token]!) & mask
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask
    this.slots[slot] = token
  }

  private enlargeSlots(): void {
    const old = this.slots
    this.slots = new Int32Array(old.length * GROWTH)
    for (const token of old) if (token !== 0) this.place(token)
  }

  /** Takes a token out and moves up what its slot had pushed further along. */
  private removeSlot(token: number): void {
    const mask = this.slots.length - 1
    let hole = spread(this.hashes[token]!) & mask
    while (this.slots[hole] !== token) hole = (hole + 1) & mask
    for (let slot = (hole + 1) & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = spread(this.hashes[this.slots[slot]!]!) & mask
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      this.slots[hole] = this.slots[slot]!
      hole = slot
    }
    this.slots[hole] = 0
  }
}

/** Low bits of the rolling hash alone are uneven. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return mixed ^ (mixed >>> 13)
}

function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * GROWTH)
  larger.set(numbers)
  return larger
}
