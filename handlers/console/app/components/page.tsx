import type { ComponentChildren } from 'preact'
import { text } from '../strings.js'
import { Icon } from './icon.js'

/** A link to the parent page. */
export function Back({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <a class="back" href={to}>
      <Icon name="left" />
      {children}
    </a>
  )
}

/** Reloads a list. Pages never reload by themselves. */
export function Refresh({ onPress }: { onPress(): void }) {
  return (
    <button type="button" class="quiet push" onClick={onPress}>
      {text.refresh}
    </button>
  )
}
