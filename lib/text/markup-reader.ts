import { type Handler, Parser } from 'htmlparser2'

/** Characters parsed at a time, and the deepest nesting: the parser slows down with the depth of its stack. */
const CHUNK = 65_536
const MAX_DEPTH = 2000
/** The most attributes of one element. */
const MAX_ATTRIBUTES = 1000

type MarkupHandler = Pick<Handler, 'ontext'> & {
  onopentag(name: string, attributes: Record<string, string>): void
  onclosetag(name: string): void
}

/** Reads HTML leniently. Stops and returns false if elements are nested too deeply or have too many attributes. */
export function readMarkup(html: string, handler: MarkupHandler): boolean {
  let depth = 0
  let deepest = 0
  let attributeCount = 0
  const parser = new Parser(
    {
      onattribute() {
        attributeCount++
      },
      onopentag(name, attributes) {
        attributeCount = 0
        deepest = Math.max(deepest, ++depth)
        if (deepest <= MAX_DEPTH) handler.onopentag(name, attributes)
      },
      ontext: (text) => handler.ontext?.(text),
      onclosetag(name) {
        depth--
        handler.onclosetag(name)
      },
    },
    { decodeEntities: true },
  )
  for (let from = 0; from < html.length; from += CHUNK) {
    if (deepest > MAX_DEPTH || attributeCount > MAX_ATTRIBUTES) return false
    parser.write(html.slice(from, from + CHUNK))
  }
  parser.end()
  return true
}
