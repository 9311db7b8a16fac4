import type { ComponentChildren } from 'preact'
import { PAGE, type usePages } from '../load.js'
import { text } from '../strings.js'
import { LoadState, ProblemNote } from './status.js'

interface Props<Item> {
  of: ReturnType<typeof usePages<{ results: Item[]; next_cursor: string | null }>>
  /** Shown instead of an empty list. */
  empty: ComponentChildren
  children(item: Item): ComponentChildren
}

/** A list that loads page by page. Also shows that it is loading, has failed or is empty. */
export function List<Item>({ of, empty, children }: Props<Item>) {
  const results = of.data?.results ?? []
  return (
    <>
      <LoadState of={of} />
      {of.data && results.length === 0 && <div class="empty">{empty}</div>}
      <ol>{results.map(children)}</ol>
      <More of={of} />
    </>
  )
}

/** Loads the next page of a list. */
export function More({ of }: { of: Omit<Props<unknown>['of'], 'replace'> }) {
  return (
    <>
      <p role="status" class="small soft">
        {of.next.startedOver && text.startedOver}
      </p>
      <ProblemNote problem={of.next.problem} />
      {of.data?.next_cursor && (
        <div class="row">
          <button type="button" aria-disabled={of.next.isLoading} onClick={() => void of.more()}>
            {of.next.isLoading ? text.loading : text.more(PAGE)}
          </button>
          <span class="small soft">{text.oneRequest}</span>
        </div>
      )}
    </>
  )
}
