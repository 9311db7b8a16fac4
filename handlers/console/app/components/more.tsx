import type { Problem } from '../problem.js'
import { text } from '../strings.js'
import { ProblemNote } from './status.js'

interface Paged {
  data: { next_cursor: string | null } | undefined
  more(): Promise<void>
  isLoadingMore: boolean
  moreProblem: Problem | undefined
  startedOver: boolean
}

/** Asks for the next page of a list. */
export function More({ of, count }: { of: Paged; count: number }) {
  return (
    <>
      <p role="status" class="small soft">
        {of.startedOver && text.startedOver}
      </p>
      <ProblemNote problem={of.moreProblem} />
      {of.data?.next_cursor && (
        <div class="row">
          <button type="button" disabled={of.isLoadingMore} onClick={() => void of.more()}>
            {text.search.more(count)}
          </button>
          <span class="small soft">{text.search.oneRequest}</span>
        </div>
      )}
    </>
  )
}
