/** Lets one loop sleep until something happens. A ring while nobody waits is kept for the next wait. */
export class WakeUp {
  private rung = false
  private wake: (() => void) | undefined

  ring(): void {
    this.rung = true
    this.wake?.()
  }

  /** Resolves at the next ring, or after `milliseconds`. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.wake = undefined
    this.rung = false
  }
}
