import { useState } from 'preact/hooks'
import { asProblem, type Problem } from './problem.js'

/** A write that a button starts: one at a time. Contains the problem of the last one. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  return {
    isBusy,
    problem,
    /** Calls `then` with the result if the work succeeded. */
    async run<T>(work: () => Promise<T>, then?: (result: T) => unknown): Promise<void> {
      setBusy(true)
      setProblem(undefined)
      try {
        const result = await work()
        await then?.(result)
      } catch (error) {
        setProblem(asProblem(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
