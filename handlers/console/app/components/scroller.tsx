import type { ComponentChildren } from 'preact'

interface Props {
  label: string
  children: ComponentChildren
}

/** Room for a table that may be larger than the page; it takes the focus, so that keys can scroll it. */
export function Scroller({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what has the focus
    <section class="scroller" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
