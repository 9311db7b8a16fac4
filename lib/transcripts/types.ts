/** One sentence with its time, in seconds from the episode's start. */
export interface Segment {
  start: number
  end: number
  text: string
  /** A new speaker begins with this sentence. */
  speakerChange?: boolean
  /** A paragraph of the source begins with this sentence (untimed text only). */
  paragraphStart?: boolean
}

/** A stored transcript. */
export interface TranscriptDocument {
  /** A language tag, '' if unknown. */
  language: string
  /** As measured from the audio; null if nothing measured it. */
  durationSeconds: number | null
  timed: boolean
  segments: Segment[]
}

/** One caption as published; seconds. */
export interface Cue {
  start: number
  end: number
  text: string
  speaker?: string
}
