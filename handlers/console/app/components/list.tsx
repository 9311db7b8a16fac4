import type { ComponentChildren } from 'preact'
import { PAGE, type usePages } from '../load.js'
import { text } from '../strings.js'
import { LoadState, ProblemNote } from './status.js'

interface Props<Item> {
  of: ReturnType<typeof usePages<{ results: Item[]; next_cursor: string | null }>>
  /** Shown instead of an empty list. */
  empty: ComponentChildren
  /** Screen readers announce items that are added. */
  isLive?: boolean
  children(item: Item): ComponentChildren
}

/** A list that loads page by page. Also shows that it is loading, has failed or is empty. */
export function List<Item>({ of, empty, isLive = false, children }: Props<Item>) {
  const results = of.data?.results ?? []
  return (
    <>
      <LoadState of={of} />
      {of.data && results.length === 0 && <div class="empty">{empty}</div>}
      <ol aria-live={isLive ? 'polite' : undefined}>{results.map(children)}</ol>
      <More of={of} />
    </>
  )
}

/** Loads the next page of a list. */
export function More({ of }: { of: Omit<Props<unknown>['of'], 'replace'> }) {
  return (
    <>
      <p role="status" class="small soft">
        {of.startedOver && text.startedOver}
      </p>
      <ProblemNote problem={of.moreProblem} />
      {of.data?.next_cursor && (
        <div class="row">
          <button type="button" disabled={of.isLoadingMore} onClick={() => void of.more()}>
            {text.more(PAGE)}
          </button>
          <span class="small soft">{text.oneRequest}</span>
        </div>
      )}
    </>
  )
}
