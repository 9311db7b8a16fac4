import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Loading, ProblemNote } from './components/status.js'
import { Problem } from './problem.js'
import { text } from './strings.js'

type Page = (props: { id: string }) => ComponentChildren

/** A page that is loaded when it is first shown, so that the first page stays small. */
export function lazy(load: () => Promise<Page>): Page {
  let known: Page | undefined
  return function LazyPage({ id }) {
    const [, setLoaded] = useState(known !== undefined)
    const [problem, setProblem] = useState<Problem>()
    useEffect(() => {
      if (known) return
      load().then(
        (page) => {
          known = page
          setLoaded(true)
        },
        // After an upgrade the server no longer has the files of the page that is open.
        () => setProblem(new Problem(0, 'page_not_loaded', text.pageNotLoaded)),
      )
    }, [])
    if (known) {
      const Shown = known
      return <Shown id={id} />
    }
    return (
      <div class="page">
        {problem ? <ProblemNote problem={problem} retry={() => location.reload()} /> : <Loading />}
      </div>
    )
  }
}
