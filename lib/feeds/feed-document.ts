import { Parser } from 'htmlparser2'
import { httpUrlOf } from '../net/try-url.js'
import { FeedError } from './types.js'

export type Attributes = Record<string, string>

/** Values read for one element name of an item or channel. */
const MOST_VALUES = 100

/**
 * The texts and attributes of a channel or an item, in the order of the document. The keys are paths below
 * it, such as `title`, `image/url`, `itunes:category/itunes:category`.
 */
export class FeedNode {
  private readonly texts = new Map<string, string[]>()
  private readonly attributes = new Map<string, Attributes[]>()

  /** @param base the address for relative addresses */
  constructor(public base: string) {}

  addText(path: string, text: string): void {
    if (text.trim() !== '') addValue(this.texts, path, text)
  }

  addAttributes(path: string, attributes: Attributes): void {
    addValue(this.attributes, path, attributes)
  }

  /** The first text under the first path that has one; '' if none has. */
  text(...paths: string[]): string {
    for (const path of paths) {
      const text = this.texts.get(path)?.[0]
      if (text !== undefined) return text.trim()
    }
    return ''
  }

  allTexts(path: string): string[] {
    return this.texts.get(path) ?? []
  }

  all(path: string): Attributes[] {
    return this.attributes.get(path) ?? []
  }
}

function addValue<Value>(values: Map<string, Value[]>, path: string, value: Value): void {
  const list = values.get(path)
  if (!list) values.set(path, [value])
  else if (list.length < MOST_VALUES) list.push(value)
}

interface FeedDocument {
  channel: FeedNode
  items: FeedNode[]
  /** False if the text ends before its root element does, or the channel of RSS. */
  isComplete: boolean
}

/**
 * The prefix that this program uses for each namespace, because a feed may choose its own. '' stands for RSS and Atom.
 */
const PREFIX_OF_NAMESPACE: ReadonlyArray<[RegExp, string]> = [
  [/^https?:\/\/www\.itunes\.com\/dtds\//i, 'itunes:'],
  [/podcastindex\.org\/namespace|podcastindex-org\/podcast-namespace/i, 'podcast:'],
  [/^https?:\/\/www\.google\.com\/schemas\/play-podcasts/i, 'googleplay:'],
  [/^https?:\/\/www\.w3\.org\/2005\/atom|^https?:\/\/purl\.org\/atom\//i, ''],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/?$/i, ''],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content/i, 'content:'],
  [/^https?:\/\/search\.yahoo\.com\/mrss/i, 'media:'],
  [/^https?:\/\/purl\.org\/dc\/elements\//i, 'dc:'],
]

// biome-ignore format: a table
const TEXT_PATHS = new Set([
  'title', 'itunes:title', 'description', 'content:encoded', 'itunes:summary', 'itunes:subtitle', 'subtitle',
  'summary', 'content', 'googleplay:description', 'author/name', 'itunes:author', 'googleplay:author',
  'dc:creator', 'itunes:owner/itunes:name', 'language', 'dc:language', 'itunes:explicit', 'googleplay:explicit',
  'image/url', 'logo', 'icon', 'ttl', 'link', 'category', 'itunes:id', 'guid', 'id', 'pubdate', 'dc:date', 'published',
  'updated', 'itunes:duration', 'itunes:episode', 'podcast:episode', 'itunes:season', 'podcast:season',
  // Atom 0.3
  'tagline', 'issued', 'modified', 'created',
])

// biome-ignore format: a table
const ATTRIBUTE_PATHS = new Set([
  'itunes:image', 'googleplay:image', 'itunes:category', 'googleplay:category', 'podcast:id', 'link',
  'enclosure', 'media:content', 'podcast:transcript',
])

/** Texts that are read with their markup; of the others only the words are read. */
const MARKUP_PATHS = new Set([
  'description',
  'content:encoded',
  'content',
  'summary',
  'itunes:summary',
  'subtitle',
])

/** The path of a title that Atom declares as HTML. XHTML needs none: of its elements only the words are read. */
export const HTML_TITLE = 'title type=html'

/** Paths that mean the same as another one. */
const SAME_PATH: Record<string, string> = {
  'itunes:category/itunes:category': 'itunes:category',
  'media:group/media:content': 'media:content',
}

/** Not a path: the language that the root element or the channel declares. */
export const DECLARED_LANGUAGE = 'xml:lang'

const ROOTS = new Set(['rss', 'rdf:rdf', 'feed', 'channel'])
const DEEPEST = 200
/** Several times the number of items of the longest-running daily shows. */
const MOST_ITEMS = 100_000
const MOST_ATTRIBUTES = 200
/** Longer than any name that is looked up. */
const LONGEST_NAME = 100
/** Names kept in memory. */
const MOST_NAMES = 1000

const prefixOf = (namespace: string) => PREFIX_OF_NAMESPACE.find(([known]) => known.test(namespace))?.[1]

const isItem = (name: string) => name === 'item' || name === 'entry'

/** The address for relative addresses in an element, inside an element with the address `base`. */
const baseOf = (attributes: Attributes, base: string) => httpUrlOf(attributes['xml:base'], base) || base

class FeedReader {
  readonly channel: FeedNode
  readonly items: FeedNode[] = []
  root = ''
  firstTag = ''
  isEndFound = false
  /** True while the parser closes the elements that the document left open. */
  isPastEnd = false

  private readonly prefixes = new Map<string, string>()
  /** The prefix of names without one, in the element at `defaultDepth`, which declares its own namespace. */
  private defaultPrefix = ''
  private defaultDepth = 0
  private readonly names = new Map<string, string>()
  private attributeCount = 0
  private depth = 0
  private channelDepth = 0
  private item: FeedNode | undefined
  private itemDepth = 0
  /** Paths of the open elements below the channel or item, outermost first. */
  private path: string[] = []
  private captured: string | undefined
  private capturedDepth = 0
  private capturedPath = ''

  constructor(base: string) {
    this.channel = new FeedNode(base)
  }

  onattribute(name: string, value: string): void {
    if (++this.attributeCount > MOST_ATTRIBUTES)
      throw new FeedError(
        `The feed has an element with more than ${MOST_ATTRIBUTES} attributes.`,
        'too_large',
      )
    if (!name.startsWith('xmlns:') || this.prefixes.size >= MOST_NAMES) return
    const known = prefixOf(value)
    const prefix = name.slice(6)
    if (known === undefined || this.prefixes.get(prefix) === known) return
    this.prefixes.set(prefix, known)
    this.names.clear()
  }

  onopentag(rawName: string, attributes: Attributes): void {
    this.attributeCount = 0
    if (++this.depth > DEEPEST)
      throw new FeedError(`The feed nests its elements deeper than ${DEEPEST} levels.`, 'not_a_feed')
    this.startDefault(rawName, attributes)
    const name = this.nameOf(rawName)
    this.firstTag ||= name
    if (this.root === '') {
      if (!ROOTS.has(name)) return
      this.root = name
    }
    if (this.channelDepth === 0 && ROOTS.has(name)) this.startRoot(attributes)
    if (isItem(name)) this.startItem(attributes)
    else if (this.captured !== undefined) this.captureMarkup(`<${name}>`)
    else if (this.item) this.enter(this.item, this.itemDepth, name, attributes)
    else if (this.channelDepth > 0) this.enter(this.channel, this.channelDepth, name, attributes)
    else if (name === 'channel' || name === 'feed') this.channelDepth = this.depth
  }

  ontext(text: string): void {
    if (this.captured !== undefined) this.captured += text
  }

  onclosetag(rawName: string): void {
    if (this.captured !== undefined) {
      if (this.depth > this.capturedDepth) this.captureMarkup(`</${this.nameOf(rawName)}>`)
      else this.endCapture()
    }
    if (this.item && this.depth === this.itemDepth) this.endItem()
    const ownerDepth = this.item ? this.itemDepth : this.channelDepth
    this.path.length = Math.max(0, Math.min(this.path.length, this.depth - ownerDepth - 1))
    // All items of RSS are inside its channel.
    const isEnd =
      this.nameOf(rawName) === this.root || (this.root === 'rss' && this.depth === this.channelDepth)
    if (isEnd && !this.isPastEnd) this.isEndFound = true
    if (this.depth === this.channelDepth) this.channelDepth = 0
    if (this.depth === this.defaultDepth) this.defaultDepth = 0
    this.depth--
  }

  private enter(node: FeedNode, nodeDepth: number, name: string, attributes: Attributes): void {
    const level = this.depth - nodeDepth
    this.path.length = level - 1
    const path = level === 1 ? name : `${this.path[level - 2]}/${name}`
    this.path.push(path)
    const source = SAME_PATH[path] ?? path
    if (ATTRIBUTE_PATHS.has(source)) node.addAttributes(source, attributes)
    if (!TEXT_PATHS.has(path)) return
    this.captured = ''
    this.capturedDepth = this.depth
    const isHtmlTitle = path === 'title' && /^(?:text\/)?html$/i.test(attributes.type ?? '')
    this.capturedPath = isHtmlTitle ? HTML_TITLE : path
  }

  private captureMarkup(tag: string): void {
    if (MARKUP_PATHS.has(this.capturedPath)) this.captured += tag
  }

  private endCapture(): void {
    const owner = this.item ?? this.channel
    owner.addText(this.capturedPath, this.captured ?? '')
    this.captured = undefined
  }

  /** Some programs declare a namespace in each element, instead of a prefix for all. */
  private startDefault(rawName: string, { xmlns }: Attributes): void {
    const isInside = this.item !== undefined || this.channelDepth > 0
    if (!xmlns || !isInside || isItem(rawName) || this.captured !== undefined || this.defaultDepth > 0) return
    this.defaultPrefix = prefixOf(xmlns) ?? ''
    if (this.defaultPrefix !== '') this.defaultDepth = this.depth
  }

  private startRoot(attributes: Attributes): void {
    this.channel.addText(DECLARED_LANGUAGE, attributes['xml:lang'] ?? '')
    this.channel.base = baseOf(attributes, this.channel.base)
  }

  /** An item that starts inside another one: the end of the first is missing. */
  private startItem(attributes: Attributes): void {
    if (this.items.length >= MOST_ITEMS)
      throw new FeedError(`The feed has more than ${MOST_ITEMS} items.`, 'too_large')
    if (this.captured !== undefined) this.endCapture()
    if (this.item) this.items.push(this.item)
    this.item = new FeedNode(baseOf(attributes, this.channel.base))
    this.itemDepth = this.depth
    this.path = []
  }

  /** An item without its end was cut off with the document and may be incomplete: drop it. */
  private endItem(): void {
    if (this.item && !this.isPastEnd) this.items.push(this.item)
    this.item = undefined
    this.path = []
  }

  private nameOf(rawName: string): string {
    if (this.defaultDepth > 0 && !rawName.includes(':'))
      return (this.defaultPrefix + rawName).slice(0, LONGEST_NAME)
    const known = this.names.get(rawName)
    if (known !== undefined) return known
    const colon = rawName.indexOf(':')
    const prefix = colon < 0 ? undefined : this.prefixes.get(rawName.slice(0, colon))
    const whole = prefix === undefined ? rawName : prefix + rawName.slice(colon + 1)
    const name = whole.slice(0, LONGEST_NAME)
    if (this.names.size < MOST_NAMES) this.names.set(rawName, name)
    return name
  }
}

/**
 * Reads RSS 0.9x to 2.0, RSS 1.0 or Atom, and tolerates errors as a browser does. Never expands entities that
 * the document defines, so they can neither explode nor read files.
 * @param base the address of the document
 * @throws FeedError if the text is not a feed
 */
export function readFeedDocument(text: string, base: string): FeedDocument {
  const reader = new FeedReader(base)
  const options = { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true }
  const parser = new Parser(reader, options)
  parser.write(text)
  reader.isPastEnd = true
  parser.end()
  if (reader.root === '') {
    if (text.trim() === '') throw new FeedError('The answer is empty.', 'not_a_feed')
    if (/^\s*[{[]/.test(text))
      throw new FeedError('The answer is neither RSS nor Atom but JSON.', 'not_a_feed')
    const found = reader.firstTag
      ? ` but begins with <${reader.firstTag.slice(0, 50)}>`
      : ' and contains no markup'
    throw new FeedError(`The answer is neither RSS nor Atom${found}.`, 'not_a_feed')
  }
  return { channel: reader.channel, items: reader.items, isComplete: reader.isEndFound }
}
