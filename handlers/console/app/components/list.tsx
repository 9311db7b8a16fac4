import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
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

/** Loads the next page of the list before it, and moves the focus to the first item of that page. */
export function More({ of }: { of: Omit<Props<unknown>['of'], 'replace'> }) {
  const note = useRef<HTMLParagraphElement>(null)
  const shown = useRef<number>(undefined)
  const count = of.data?.results.length ?? 0
  const { isLoading = false } = of.next

  useLayoutEffect(() => {
    const first = shown.current
    if (first === undefined || isLoading) return
    shown.current = undefined
    if (count <= first) return
    const items = note.current!.previousElementSibling!.querySelectorAll(':scope > li, tbody > tr')
    items[first]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [count, isLoading])

  return (
    <>
      <p role="status" class="small soft" ref={note}>
        {of.next.startedOver && text.startedOver}
      </p>
      <ProblemNote problem={of.next.problem} />
      {of.data?.next_cursor && (
        <div class="row">
          <button
            type="button"
            aria-disabled={isLoading}
            onClick={() => {
              shown.current = count
              void of.more()
            }}
          >
            {isLoading ? text.loading : text.more(PAGE)}
          </button>
          <span class="small soft">{text.oneRequest}</span>
        </div>
      )}
    </>
  )
}
