import { httpUrlOf } from '../net/try-url.js'
import { normaliseLanguage } from '../text/language.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'
import { plainText } from '../text/plain.js'
import { readDate } from './dates.js'
import { readDuration } from './durations.js'
import {
  type Attributes,
  DECLARED_LANGUAGE,
  type FeedNode,
  HTML_TITLE,
  readFeedDocument,
} from './feed-document.js'
import { storedGuid, withoutRepeats } from './identity.js'
import type { ParsedFeed, ParsedItem, TranscriptLink } from './types.js'

const AUDIO_FILE = /\.(mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)(?:[?#]|$)/i
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|svg)(?:[?#]|$)/i
/** Types, and the kinds that `media:content` calls its medium. */
const NO_RECORDING = /^(?:image|text)\/|^(?:image|document|executable)$|pdf|zip|epub|flash/i
const LARGEST_INTEGER = 2_147_483_647
/** Longer titles and names are cut, because lists and deliveries contain them. */
const LONGEST_LINE = 2_000

/** A name or title on one line, with entities decoded. Titles have no markup, so tags stay as text. */
function oneLine(text: string): string {
  return cutLine(text.includes('&') ? plainText(text.replaceAll('<', '&lt;')) : text)
}

/** The title of a feed or an item. Only Atom has titles with markup, and declares them. */
function titleOf(node: FeedNode): string {
  const html = node.text(HTML_TITLE)
  return html === '' ? oneLine(node.text('title')) : cutLine(plainText(html))
}

function cutLine(plain: string): string {
  const line = withoutLongMarkRuns(plain)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
  return line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A type, language or relation, limited in length. */
const mark = (text: string) => text.trim().slice(0, 100)

function readInteger(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value <= LARGEST_INTEGER ? value : null
}

/** Normalises the case of a language tag. Other texts stay readable. */
function readLanguage(text: string): string {
  const tag = oneLine(text).slice(0, 35)
  return normaliseLanguage(tag) || tag.toLowerCase()
}

function readExplicit(text: string): boolean {
  return /^(?:yes|true|explicit|1)$/i.test(text)
}

interface Enclosure {
  url: string
  type: string
  medium: string
}

function enclosuresOf(node: FeedNode): Enclosure[] {
  const linked = node.all('link').filter(({ rel }) => rel?.toLowerCase() === 'enclosure')
  return [...node.all('enclosure'), ...linked, ...node.all('media:content')]
    .map(({ url, href, type = '', medium = '' }) => ({
      url: httpUrlOf(url ?? href, node.base),
      type: mark(type).toLowerCase(),
      medium: mark(medium).toLowerCase(),
    }))
    .filter(({ url }) => url !== '')
}

/** The first enclosure that is certainly audio, else the first that may be a recording. */
function recordingOf(node: FeedNode): Pick<Enclosure, 'url' | 'type'> {
  const enclosures = enclosuresOf(node)
  return enclosures.find(isAudio) ?? enclosures.find(mayBeRecording) ?? { url: '', type: '' }
}

function isAudio({ url, type, medium }: Enclosure): boolean {
  return type.startsWith('audio/') || (type === '' && medium === 'audio') || AUDIO_FILE.test(url)
}

function mayBeRecording({ url, type, medium }: Enclosure): boolean {
  if (type === '' && PICTURE_FILE.test(url)) return false
  return !NO_RECORDING.test(type || medium)
}

function transcriptsOf(node: FeedNode): TranscriptLink[] {
  const links = new Map<string, TranscriptLink>()
  for (const { url: address, type = '', language = '', rel = '' } of node.all('podcast:transcript')) {
    const url = httpUrlOf(address, node.base)
    if (url === '' || links.has(url)) continue
    links.set(url, {
      url,
      type: mark(type.split(';', 1)[0]!).toLowerCase(),
      language: mark(language),
      rel: mark(rel).toLowerCase(),
    })
  }
  return [...links.values()]
}

function dateOf(node: FeedNode): number | null {
  for (const path of ['pubdate', 'dc:date', 'published', 'issued', 'updated', 'modified', 'created']) {
    const at = readDate(node.text(path))
    if (at !== null) return at
  }
  return null
}

function readItem(node: FeedNode): ParsedItem {
  const recording = recordingOf(node)
  const descriptionMarkup = node.text(
    'description',
    'summary',
    'itunes:summary',
    'content:encoded',
    'content',
    'googleplay:description',
    'itunes:subtitle',
  )
  return {
    guid: storedGuid(node.text('guid', 'id')),
    title: titleOf(node) || oneLine(node.text('itunes:title')) || firstWords(descriptionMarkup),
    descriptionMarkup,
    audioUrl: recording.url,
    audioType: recording.type,
    durationSeconds: readDuration(node.text('itunes:duration')),
    episodeNumber: readInteger(node.text('itunes:episode', 'podcast:episode')),
    seasonNumber: readInteger(node.text('itunes:season', 'podcast:season')),
    publishedAt: dateOf(node),
    transcripts: transcriptsOf(node),
  }
}

/** A title for an item without one. */
function firstWords(markup: string): string {
  const text = plainText(markup.slice(0, 2000)).replace(/\s+/g, ' ')
  return text.length <= 80 ? text : `${text.slice(0, 80).replace(/\s+\S*$/, '')}…`
}

function categoriesOf(channel: FeedNode): string[] {
  const named = ({ text = '' }: Attributes) => oneLine(text)
  const itunes = channel.all('itunes:category').map(named)
  const others = [
    ...channel.all('googleplay:category').map(named),
    ...channel.allTexts('category').map(oneLine),
  ]
  const names = (itunes.some(Boolean) ? itunes : others).filter((name) => name !== '' && name.length <= 100)
  return [...new Set(names)]
}

function itunesIdOf(channel: FeedNode): number | null {
  const said = channel.all('podcast:id').find(({ platform }) => /^(?:apple|itunes)/i.test(platform ?? ''))?.id
  const linked = /^https?:\/\/(?:podcasts|itunes)\.apple\.com\/\S*\/id(\d{4,})/i.exec(
    channel.text('link'),
  )?.[1]
  const id = Number(said?.trim() || channel.text('itunes:id') || linked || Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function imageOf(channel: FeedNode): string {
  const attributes = [...channel.all('itunes:image'), ...channel.all('googleplay:image')]
  const candidates = [
    ...attributes.map(({ href, url }) => href ?? url),
    channel.text('image/url', 'logo', 'icon'),
  ]
  return candidates.map((candidate) => httpUrlOf(candidate, channel.base)).find((url) => url !== '') ?? ''
}

function isEpisode({ guid, title, audioUrl }: ParsedItem): boolean {
  return guid !== '' || title !== '' || audioUrl !== ''
}

/**
 * Parses a feed. Leaves out unreadable values, items without guid, title and audio, and repeats.
 * @param base the address of the document, for relative addresses in it
 * @throws FeedError if the text is not a feed
 */
export function parseFeed(text: string, base: string): ParsedFeed {
  const { channel, items, isComplete } = readFeedDocument(text, base)
  return {
    title: titleOf(channel) || new URL(base).hostname,
    description: plainText(
      channel.text(
        'description',
        'itunes:summary',
        'googleplay:description',
        'subtitle',
        'tagline',
        'itunes:subtitle',
      ),
    ),
    author: oneLine(
      channel.text(
        'itunes:author',
        'googleplay:author',
        'author/name',
        'itunes:owner/itunes:name',
        'dc:creator',
      ),
    ),
    explicit: readExplicit(channel.text('itunes:explicit', 'googleplay:explicit')),
    imageUrl: imageOf(channel),
    itunesId: itunesIdOf(channel),
    language: readLanguage(channel.text('language', 'dc:language', DECLARED_LANGUAGE)),
    categories: categoriesOf(channel),
    ttlMinutes: readInteger(channel.text('ttl')),
    items: withoutRepeats(items.map(readItem).filter(isEpisode)),
    isComplete,
  }
}
