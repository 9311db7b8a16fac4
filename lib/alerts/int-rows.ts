const FIRST_CAPACITY = 64
const GROWTH = 1.5

/**
 * Rows of integers in one typed array: a million of them cost no objects. Released rows are handed
 * out again. Row 0 is never handed out, so that 0 can mean none.
 */
export class IntRows {
  data: Int32Array
  private end = 1
  private free = 0

  /** `width` integers a row. */
  constructor(readonly width: number) {
    this.data = new Int32Array(FIRST_CAPACITY * width)
  }

  /** A row of zeros. */
  allocate(): number {
    if (this.free !== 0) {
      const row = this.free
      this.free = this.data[row * this.width]!
      this.data[row * this.width] = 0
      return row
    }
    if ((this.end + 1) * this.width > this.data.length) this.grow()
    return this.end++
  }

  release(row: number): void {
    const at = row * this.width
    this.data.fill(0, at, at + this.width)
    this.data[at] = this.free
    this.free = row
  }

  private grow(): void {
    const larger = new Int32Array(Math.ceil((this.data.length * GROWTH) / this.width) * this.width)
    larger.set(this.data)
    this.data = larger
  }
}
