import type { PodcastProfile } from '../podcasts/podcast.js'
import { WorkFailure } from '../queue/failure.js'

/** A link to a publisher's transcript of one episode. */
export interface TranscriptLink {
  url: string
  /** The MIME type that the feed gives, in lower case; '' for none. */
  type: string
  /** As the feed writes it; '' for none. */
  language: string
  rel: string
}

/** One item of a feed. Missing texts are '', missing numbers null. */
export interface ParsedItem {
  /** The publisher's id; '' for none. */
  guid: string
  title: string
  /** As published, with markup. It is converted to plain text only when the item is stored: most items never are. */
  descriptionMarkup: string
  audioUrl: string
  audioType: string
  durationSeconds: number | null
  episodeNumber: number | null
  seasonNumber: number | null
  publishedAt: number | null
  transcripts: TranscriptLink[]
}

export interface ParsedFeed extends PodcastProfile {
  title: string
  /** Names, each before its subcategories. */
  categories: string[]
  ttlMinutes: number | null
  items: ParsedItem[]
  /** False if the document ends before its end; the items before it could still be read. */
  isComplete: boolean
}

/** The kind of an error, for people who may not see its message, which can contain internal addresses. */
export type FeedProblem =
  | 'gone'
  | 'http_error'
  | 'timeout'
  | 'tls'
  | 'not_allowed'
  | 'unreachable'
  | 'too_large'
  | 'not_a_feed'
  | 'other'

/** Why a feed cannot be read, as one sentence for the operator. `code` crosses threads, too. */
export class FeedError extends WorkFailure {
  override name = 'FeedError'

  constructor(
    message: string,
    readonly code: FeedProblem = 'other',
    options?: ConstructorParameters<typeof WorkFailure>[1],
  ) {
    super(message, options)
  }
}
