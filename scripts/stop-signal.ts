const SIGNALS = ['SIGTERM', 'SIGINT'] as const

let isAsked = false
// While the program is still loading, nothing is under way.
let onStop: () => void = () => process.exit(0)

/**
 * Call this before importing anything slow, in commands that run until they are stopped. SIGTERM and SIGINT
 * end the process at once with 0 until `stopSignal` is called. A second signal ends it at once with 1.
 */
export function listenForStop(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isAsked) process.exit(1)
      isAsked = true
      onStop()
    })
  }
}

/** From here on the caller handles the stop: resolves at the first SIGTERM or SIGINT. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    onStop = resolve
    if (isAsked) resolve()
  })
}

export function isStopAsked(): boolean {
  return isAsked
}
