import type { ComponentChildren } from 'preact'
import { placesIn } from '../terms.js'

/** A text with the matches of a pattern marked. Text from outside is inserted as text nodes only, never as HTML. */
export function Marked({ text, pattern }: { text: string; pattern: RegExp | undefined }) {
  const places = pattern ? placesIn(text, pattern) : []
  if (places.length === 0) return <>{text}</>
  const parts: ComponentChildren[] = []
  let at = 0
  for (const [start, end] of places) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
