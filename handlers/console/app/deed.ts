import { useRef, useState } from 'preact/hooks'
import { asProblem, type Problem } from './problem.js'

/**
 * A write that a button starts. While one is under way, a further press does nothing: the button gets `aria-disabled`,
 * because a button with `disabled` loses the focus. Contains the problem of the last one.
 */
export function useDeed() {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const [problem, setProblem] = useState<Problem>()
  return {
    isBusy,
    problem,
    /** Calls `then` with the result if the work succeeded. */
    async run<T>(work: () => Promise<T>, then?: (result: T) => unknown): Promise<void> {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setProblem(undefined)
      try {
        const result = await work()
        await then?.(result)
      } catch (error) {
        setProblem(asProblem(error))
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
  }
}
