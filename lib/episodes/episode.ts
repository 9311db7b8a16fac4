export interface Episode {
  id: number
  uuid: string
  title: string
  description: string
  /** '' for an item without an enclosure. */
  audioUrl: string
  /** The publisher's claim. */
  durationSeconds: number | null
  episodeNumber: number | null
  seasonNumber: number | null
  publishedAt: number | null
  hasTranscript: boolean
}

export interface EpisodePodcast {
  uuid: string
  title: string
  imageUrl: string
}

export interface TranscriptSummary {
  /** As measured from the audio; null when nothing measured it. */
  durationSeconds: number | null
  language: string
  wordCount: number
}

export interface EpisodeDetail extends Episode {
  podcast: EpisodePodcast
  transcript: TranscriptSummary | null
}

/** What a feed or an import says of an episode; what it leaves out (undefined) keeps its value. */
export interface EpisodeFields {
  podcastId: number
  guid: string
  title: string
  /** Plain text. */
  description?: string
  audioUrl?: string
  audioType?: string
  durationSeconds?: number | null
  episodeNumber?: number | null
  seasonNumber?: number | null
  publishedAt?: number | null
  /** What the publisher offers, as it is to be stored. */
  transcriptLinks?: readonly object[]
}
