import { type Handler, Parser } from 'htmlparser2'

/** Characters parsed at a time, and the deepest nesting: the parser's stack costs time that grows with its depth. */
const CHUNK = 65_536
const DEEPEST = 2000
/** Attributes of one element. */
const MOST_ATTRIBUTES = 1000

export type MarkupHandler = Pick<Handler, 'ontext'> & {
  onopentag(name: string, attributes: Record<string, string>): void
  onclosetag(name: string): void
}

/** Reads HTML with forgiveness. False when it is nested deeper than any page is, or has an element with more attributes: what follows is not read. */
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
        if (deepest <= DEEPEST) handler.onopentag(name, attributes)
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
    if (deepest > DEEPEST || attributeCount > MOST_ATTRIBUTES) return false
    parser.write(html.slice(from, from + CHUNK))
  }
  parser.end()
  return true
}
