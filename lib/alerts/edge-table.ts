const FIRST_CAPACITY = 256
const CELLS = 3

/**
 * Which node a token leads to from a node: open addressing in one typed array, three integers a slot
 * (node, token, child), so that a look-up touches one cache line.
 */
export class EdgeTable {
  private cells = new Int32Array(FIRST_CAPACITY * CELLS)
  private capacity = FIRST_CAPACITY
  private count = 0

  /** The child, or 0. */
  find(node: number, token: number): number {
    const slot = this.slotOf(node, token)
    return this.cells[slot * CELLS + 2]!
  }

  /** The edge must not be there yet. */
  insert(node: number, token: number, child: number): void {
    if (this.count * 3 >= this.capacity * 2) this.enlarge()
    this.write(this.slotOf(node, token), node, token, child)
    this.count++
  }

  /** Takes an edge out and moves up what its slot had pushed further along. */
  remove(node: number, token: number): void {
    const mask = this.capacity - 1
    let hole = this.slotOf(node, token)
    for (let slot = (hole + 1) & mask; this.cells[slot * CELLS] !== 0; slot = (slot + 1) & mask) {
      const at = slot * CELLS
      const home = hashOf(this.cells[at]!, this.cells[at + 1]!) & mask
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      this.cells.copyWithin(hole * CELLS, at, at + CELLS)
      hole = slot
    }
    this.write(hole, 0, 0, 0)
    this.count--
  }

  /** Where the edge stands, or the empty slot where it would. */
  private slotOf(node: number, token: number): number {
    const mask = this.capacity - 1
    for (let slot = hashOf(node, token) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * CELLS
      const owner = this.cells[at]!
      if (owner === 0 || (owner === node && this.cells[at + 1] === token)) return slot
    }
  }

  private write(slot: number, node: number, token: number, child: number): void {
    const at = slot * CELLS
    this.cells[at] = node
    this.cells[at + 1] = token
    this.cells[at + 2] = child
  }

  private enlarge(): void {
    const old = this.cells
    this.capacity *= 2
    this.cells = new Int32Array(this.capacity * CELLS)
    for (let at = 0; at < old.length; at += CELLS) {
      if (old[at] !== 0) this.write(this.slotOf(old[at]!, old[at + 1]!), old[at]!, old[at + 1]!, old[at + 2]!)
    }
  }
}

function hashOf(node: number, token: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(token, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 7
}
