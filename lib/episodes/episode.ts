export interface Episode {
  id: number
  uuid: string
  title: string
  description: string
  /** '' for an item without an enclosure. */
  audioUrl: string
  /** As the publisher states it. */
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

export interface EpisodeInPodcast extends Episode {
  podcast: EpisodePodcast
}

interface TranscriptSummary {
  /** Measured from the audio; null when nothing measured it. */
  durationSeconds: number | null
  language: string
  wordCount: number
}

export interface EpisodeDetail extends EpisodeInPodcast {
  transcript: TranscriptSummary | null
}

/** Fields from a feed or an import. A field that is left out (undefined) keeps its value. */
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
  /** Transcripts offered by the publisher. */
  transcriptLinks?: readonly object[]
}
