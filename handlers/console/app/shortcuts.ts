import { useLayoutEffect } from 'preact/hooks'
import { preferences } from './preferences.js'

const handlers = new Map<string, () => void>()

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=range]), textarea, select, [contenteditable]') !== null
  )
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (!preferences.get().shortcuts || document.querySelector('dialog[open]')) return
  const handler = handlers.get(event.key)
  if (!handler) return
  event.preventDefault()
  handler()
})

/** Single keys that act while a component is shown; people can switch all of them off. */
export function useShortcuts(keys: Record<string, () => void>): void {
  // Not after the next paint: whoever sees the component can press its keys.
  useLayoutEffect(() => {
    for (const [key, handler] of Object.entries(keys)) handlers.set(key, handler)
    return () => {
      for (const [key, handler] of Object.entries(keys))
        if (handlers.get(key) === handler) handlers.delete(key)
    }
  })
}
