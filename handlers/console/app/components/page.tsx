import type { ComponentChildren } from 'preact'
import { text } from '../strings.js'
import { Icon } from './icon.js'

/** Back to the page that this one belongs to. */
export function Back({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <a class="back" href={to}>
      <Icon name="left" />
      {children}
    </a>
  )
}

/** Asks for a list again: pages do not do so by themselves. */
export function Refresh({ onPress }: { onPress(): void }) {
  return (
    <button type="button" class="quiet push" onClick={onPress}>
      {text.refresh}
    </button>
  )
}
