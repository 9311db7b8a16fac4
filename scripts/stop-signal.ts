const SIGNALS = ['SIGTERM', 'SIGINT'] as const

let isAsked = false
// While the program is only being read, nothing is under way that would have to end first.
let onStop: () => void = () => process.exit(0)

/**
 * For commands that run until they are stopped, before anything that takes time is imported: SIGTERM and SIGINT end
 * the process with 0, at once until `stopSignal` is called. A second one ends it at once, with 1.
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

/** From here on a stop is the caller's to do: resolves at the first SIGTERM or SIGINT. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    onStop = resolve
    if (isAsked) resolve()
  })
}

export function isStopAsked(): boolean {
  return isAsked
}
