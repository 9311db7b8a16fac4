import { useEffect, useState } from 'preact/hooks'
import { bodyOf, type ConsoleSchemas, consoleApi } from './api.js'
import { asProblem, type Problem } from './problem.js'

const AFTER_TYPING_MS = 600

interface Breadth {
  /** Of the keywords before, while new ones are measured. */
  data: ConsoleSchemas['BreadthOut'] | undefined
  isStale: boolean
  problem: Problem | undefined
}

/** How broad keywords are: asked a moment after the last change, one question at a time. */
export function useBreadth(keywords: readonly string[]): Breadth {
  const name = JSON.stringify(keywords)
  const [state, setState] = useState<{
    name: string
    data?: ConsoleSchemas['BreadthOut']
    problem?: Problem
  }>({
    name: '[]',
  })

  useEffect(() => {
    if (keywords.length === 0 || state.name === name) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const { signal } = controller
      bodyOf(consoleApi.POST('/alerts/preview', { body: { keywords: [...keywords] }, signal })).then(
        (data) => setState({ name, data }),
        (error) => {
          if (!signal.aborted) setState({ name, problem: asProblem(error) })
        },
      )
    }, AFTER_TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name])

  if (keywords.length === 0) return { data: undefined, isStale: false, problem: undefined }
  return { data: state.data, isStale: state.name !== name, problem: state.problem }
}
