import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'

/** A button that opens a few choices. It is a `details`, which the browser opens; a choice, Escape and a press elsewhere close it. */
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
      const target = event.target as Element
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isChosen = event.type === 'click' && menu.contains(target) && target.closest('button') !== null
      const isElsewhere = event.type === 'click' && !menu.contains(target)
      if (!isEscape && !isChosen && !isElsewhere) return
      menu.open = false
      if (!isElsewhere) menu.querySelector('summary')?.focus()
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
