import type { ComponentChildren } from 'preact'

interface Props {
  label: string
  columns: readonly string[]
  class?: string
  children: ComponentChildren
}

/** A table that may be larger than the page. It is focusable, so that the keyboard can scroll it. */
export function Table({ label, columns, class: name, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll the focused element with keys
    <section class="scroller" aria-label={label} tabIndex={0}>
      <table class={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
