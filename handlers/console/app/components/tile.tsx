import { monogram } from '../format.js'

const COLOURS = ['a', 'b', 'c', 'd']

/** A placeholder for the cover of a show. The console loads no pictures from other servers. */
export function Tile({ title, isLarge = false }: { title: string; isLarge?: boolean }) {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + letter.codePointAt(0)!) % 997
  return (
    <span class={`tile ${COLOURS[sum % COLOURS.length]} ${isLarge ? 'large' : ''}`} aria-hidden="true">
      {monogram(title)}
    </span>
  )
}
