import { WorkFailure } from '../queue/failure.js'

/** A publisher's transcript of one episode, as a feed offers it. */
export interface TranscriptLink {
  url: string
  /** The MIME type that the feed claims, lower case; '' when it claims none. */
  type: string
  /** As the feed writes it; '' when it says nothing. */
  language: string
  rel: string
}

/** One item of a feed. Texts that are missing are '', numbers null. */
export interface ParsedItem {
  /** The publisher's id, '' when the item has none. */
  guid: string
  title: string
  /** As published, markup included: it is made plain when the item is held, which most items never are. */
  descriptionMarkup: string
  audioUrl: string
  audioType: string
  durationSeconds: number | null
  episodeNumber: number | null
  seasonNumber: number | null
  publishedAt: number | null
  transcripts: TranscriptLink[]
}

export interface ParsedFeed {
  title: string
  /** Plain text. */
  description: string
  author: string
  explicit: boolean
  imageUrl: string
  itunesId: number | null
  language: string
  /** Names, broad ones before those inside them. */
  categories: string[]
  ttlMinutes: number | null
  items: ParsedItem[]
  /** What was wrong with the document although its items could be read; '' when nothing was. */
  fault: string
}

/** What stands in the way of a feed, as one sentence that an operator can act on. */
export class FeedError extends WorkFailure {
  override name = 'FeedError'
}
