/** Something that one loop waits for and others wake: a wake-up while nobody waits counts for the next wait. */
export class Wakeable {
  private isWoken = false
  private resume: (() => void) | undefined

  wake(): void {
    if (this.resume) this.resume()
    else this.isWoken = true
  }

  /** Until the next wake-up, `ms` at most. */
  async wait(ms: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.resume = undefined
    }
    this.isWoken = false
  }
}
