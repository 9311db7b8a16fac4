/** One sentence with its time, in seconds from the episode's start. */
export interface Segment {
  start: number
  end: number
  text: string
  /** A new speaker begins with this sentence, or, in a text without times, a paragraph of its source. */
  beginsParagraph?: boolean
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
}
