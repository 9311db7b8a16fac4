import { createHash } from 'node:crypto'
import { MINUTE_MS, startOfUtcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import type { EpisodeFields } from '../episodes/episode.js'
import type { PodcastFields } from '../podcasts/podcast.js'
import { plainText } from '../text/plain.js'
import type { Reader } from '../threads/reader.js'
import { BackCatalogue, packBackCatalogue } from './back-catalogue.js'
import { findBackCatalogue } from './feed-store.js'
import type { FeedAnswer } from './fetch-feed.js'
import { findKnownItems, type Identity, madeGuid } from './identity.js'
import { type KnownItem, listKnownItems } from './item-store.js'
import { usualGap } from './schedule.js'
import type { FeedProblem, ParsedFeed, ParsedItem } from './types.js'

/** Changes taken from one document, so that writing them takes seconds. Later polls take the rest. */
const MAX_CHANGES = 10_000
/** Each poll loads all known items of its podcast. */
const MAX_KNOWN_ITEMS = 100_000

const NO_ROOM: FeedFault = {
  message: `The podcast has ${MAX_KNOWN_ITEMS} episodes: no new ones are taken.`,
  problem: 'too_large',
}
const CUT_SHORT: FeedFault = {
  message: 'The feed ends in the middle of its document; the items before the end were stored.',
  problem: 'not_a_feed',
}

/** A server's answer and the state of its feed. */
interface ReadFeedRequest extends Pick<FeedAnswer, 'bytes' | 'contentType' | 'url'> {
  /** The hash of the last document that was read completely; '' for none. */
  knownHash: string
  /** Undefined: no podcast has this address yet. */
  podcastId: number | undefined
  admittedAt: number
  isAdmission: boolean
}

/** An item to insert, to update, or to remember as back catalogue. */
export interface ItemChange extends Identity {
  itemId: number | null
  contentHash: string
  /** Null: the item belongs to the back catalogue. */
  episode: (Omit<EpisodeFields, 'podcastId'> & { id: number | undefined }) | null
}

/** The changes that a document makes. */
export interface FeedReading {
  contentHash: string
  podcast: Omit<PodcastFields, 'feedUrl'>
  /** Oldest first. */
  changes: ItemChange[]
  /** False if the document brings more changes than one poll takes. */
  isWhole: boolean
  /** For an admission, packed: the items that are neither followed nor among the changes. */
  backCatalogue: Uint8Array
  ttlMs: number
  usualGapMs: number | null
  newestAt: number | null
  fault: FeedFault | undefined
}

/** What is wrong with a document whose items could still be read. */
export interface FeedFault {
  message: string
  problem: FeedProblem
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** Fields that the feed leaves out keep their values, which may come from an import. */
function podcastFields(feed: ParsedFeed): Omit<PodcastFields, 'feedUrl'> {
  return {
    title: feed.title,
    description: feed.description || undefined,
    author: feed.author || undefined,
    explicit: feed.explicit,
    imageUrl: feed.imageUrl || undefined,
    itunesId: feed.itunesId ?? undefined,
    language: feed.language || undefined,
    categories: feed.categories.length > 0 ? feed.categories : undefined,
  }
}

function episodeFields(
  item: ParsedItem,
  guid: string,
  id: number | undefined,
): NonNullable<ItemChange['episode']> {
  return {
    id,
    guid,
    title: item.title,
    description: plainText(item.descriptionMarkup) || undefined,
    audioUrl: item.audioUrl || undefined,
    audioType: item.audioUrl ? item.audioType : undefined,
    durationSeconds: item.durationSeconds ?? undefined,
    episodeNumber: item.episodeNumber ?? undefined,
    seasonNumber: item.seasonNumber ?? undefined,
    publishedAt: item.publishedAt ?? undefined,
    transcriptLinks: item.transcripts,
  }
}

/** The guid of a new episode: the publisher's own, unless another episode has it. */
function freeGuid(item: ParsedItem, used: Set<string>): string {
  const guid = item.guid === '' || used.has(item.guid) ? madeGuid(item) : item.guid
  used.add(guid)
  return guid
}

/** The stored state of a podcast before its document is read. */
interface StoredState {
  items: KnownItem[]
  episodeGuids: Set<string>
  backCatalogue: BackCatalogue
}

async function findStoredState(db: Db, { podcastId, isAdmission }: ReadFeedRequest): Promise<StoredState> {
  if (podcastId === undefined)
    return { items: [], episodeGuids: new Set(), backCatalogue: new BackCatalogue(null) }
  const items = await listKnownItems(db, podcastId)
  return {
    items,
    episodeGuids: new Set(items.map(({ episodeGuid }) => episodeGuid)),
    backCatalogue: new BackCatalogue(isAdmission ? null : await findBackCatalogue(db, podcastId)),
  }
}

/**
 * Whether a new item is followed. A dated item is if it was published on the UTC day of admission or later.
 * An undated item is unless the feed contained it at admission.
 */
export function isFollowed(
  item: { publishedAt: number | null },
  admittedAt: number,
  isAdmission: boolean,
): boolean {
  return item.publishedAt === null ? !isAdmission : item.publishedAt >= startOfUtcDay(admittedAt)
}

function isNew(
  item: ParsedItem,
  { backCatalogue }: StoredState,
  { admittedAt, isAdmission }: ReadFeedRequest,
): boolean {
  if (!isFollowed(item, admittedAt, isAdmission)) return false
  return item.publishedAt !== null || !backCatalogue.has(item)
}

function changeOf(
  item: ParsedItem,
  known: KnownItem | undefined,
  stored: StoredState,
  request: ReadFeedRequest,
): ItemChange | undefined {
  const contentHash = hashOf(JSON.stringify(item)).slice(0, 16)
  if (known?.contentHash === contentHash) return undefined
  const { guid, title, audioUrl } = item
  const change = { guid, title, audioUrl, itemId: known?.itemId ?? null, contentHash }
  if (known?.episodeId) return { ...change, episode: episodeFields(item, known.episodeGuid, known.episodeId) }
  if (!known && isNew(item, stored, request)) {
    return { ...change, episode: episodeFields(item, freeGuid(item, stored.episodeGuids), undefined) }
  }
  const isUndatedAtAdmission = item.publishedAt === null && request.isAdmission
  return known || isUndatedAtAdmission ? { ...change, episode: null } : undefined
}

const addsEpisode = ({ episode }: ItemChange) => episode !== null && episode.id === undefined

/** Drops the least urgent new episodes if the podcast has no room for all. */
function fitting(changes: readonly ItemChange[], { items }: StoredState): ItemChange[] {
  let room = MAX_KNOWN_ITEMS - items.length
  return changes.filter((change) => !addsEpisode(change) || room-- > 0)
}

/** New episodes first, the newest of them at the beginning; undated ones in the order of the document. */
function byUrgency(a: ItemChange, b: ItemChange): number {
  return Number(addsEpisode(b)) - Number(addsEpisode(a)) || byDate(b, a)
}

function byDate(a: ItemChange, b: ItemChange): number {
  return (a.episode?.publishedAt ?? 0) - (b.episode?.publishedAt ?? 0)
}

/**
 * Parses a fetched document and compares it with the database. Writes nothing. Run it on `feedThread`: a
 * large feed takes seconds.
 * @returns null if the document is the same as before
 * @throws FeedError
 */
export async function readFeedChanges(
  db: Db,
  reader: Reader,
  request: ReadFeedRequest,
): Promise<FeedReading | null> {
  const { bytes, contentType, url } = request
  if (!bytes) return null
  const contentHash = hashOf(bytes)
  if (contentHash === request.knownHash) return null
  const feed = await reader.feed({ bytes, contentType, url })
  const stored = await findStoredState(db, request)
  const knownItems = findKnownItems(feed.items, stored.items)
  const found = feed.items.flatMap((item, index) => changeOf(item, knownItems[index], stored, request) ?? [])
  const all = fitting(found.sort(byUrgency), stored)
  const changes = all.slice(0, MAX_CHANGES)
  const isWhole = changes.length === all.length
  // Undated items are among the changes unless there are too many changes.
  const isInBackCatalogue = (item: ParsedItem) =>
    !isFollowed(item, request.admittedAt, true) && !(isWhole && item.publishedAt === null)
  const hasNoRoom = all.length < found.length && !request.isAdmission
  const dates = feed.items.flatMap(({ publishedAt }) => publishedAt ?? [])
  return {
    contentHash,
    podcast: podcastFields(feed),
    changes: changes.sort(byDate),
    isWhole,
    backCatalogue: packBackCatalogue(request.isAdmission ? feed.items.filter(isInBackCatalogue) : []),
    ttlMs: (feed.ttlMinutes ?? 0) * MINUTE_MS,
    usualGapMs: usualGap(dates),
    newestAt: dates.length > 0 ? dates.reduce((newest, at) => Math.max(newest, at)) : null,
    fault: hasNoRoom ? NO_ROOM : feed.isComplete ? undefined : CUT_SHORT,
  }
}
