import { useState } from 'preact/hooks'
import { asProblem, type Problem } from './problem.js'

/** Something that a person does with a button: one at a time, with what stood in its way. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  return {
    isBusy,
    problem,
    async run<T>(work: () => Promise<T>): Promise<T | undefined> {
      setBusy(true)
      setProblem(undefined)
      try {
        return await work()
      } catch (error) {
        setProblem(asProblem(error))
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
