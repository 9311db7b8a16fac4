import { Parser } from 'htmlparser2'
import { escapeHtml } from '../text/escape-html.js'
import { FeedError } from './types.js'

interface OpmlFeed {
  title: string
  feedUrl: string
}

/** The time of the parser grows with the square of the nesting. */
const DEEPEST = 200

/**
 * The feeds in an OPML document, nested ones and repeats included.
 * @throws FeedError if the text is not OPML, or if its outlines are nested too deeply
 */
export function parseOpml(text: string): OpmlFeed[] {
  const feeds: OpmlFeed[] = []
  let isOpml = false
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST)
          throw new FeedError(`The OPML document nests its elements deeper than ${DEEPEST} levels.`)
        if (name === 'opml') isOpml = true
        const feedUrl = attributes.xmlurl?.trim()
        if (name !== 'outline' || !feedUrl) return
        feeds.push({ feedUrl, title: (attributes.title ?? attributes.text ?? '').trim() })
      },
      onclosetag() {
        depth--
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(text)
  if (!isOpml) throw new FeedError('This is not an OPML document: it has no <opml> element.')
  return feeds
}

const attribute = (text: string) => escapeHtml(text).replace(/[\u0000-\u001f]/g, ' ')

/** An OPML 2.0 document with these feeds. */
export function writeOpml(feeds: readonly OpmlFeed[]): string {
  const outlines = feeds.map(({ title, feedUrl }) => {
    const name = attribute(title)
    return `    <outline type="rss" text="${name}" title="${name}" xmlUrl="${attribute(feedUrl)}"/>\n`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n',
    '  <head>\n    <title>Podcasts followed by Overheard</title>\n  </head>\n',
    `  <body>\n${outlines.join('')}  </body>\n</opml>\n`,
  ].join('')
}
