import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'

/** A button that opens a few choices. It is a `details`, which the browser opens; Escape and a press elsewhere close it. */
export function Menu({
  icon,
  label,
  children,
}: {
  icon: IconName
  label: string
  children: ComponentChildren
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current
      if (!menu?.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isElsewhere = event.type === 'click' && !menu.contains(event.target as Node)
      if (!isEscape && !isElsewhere) return
      menu.open = false
      if (isEscape) menu.querySelector('summary')?.focus()
    }
    addEventListener('keydown', close)
    addEventListener('click', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('click', close)
    }
  }, [])
  return (
    <details class="menu" ref={details}>
      <summary class="button quiet">
        <Icon name={icon} />
        {label}
        <Icon name="down" />
      </summary>
      <div class="choices">{children}</div>
    </details>
  )
}
