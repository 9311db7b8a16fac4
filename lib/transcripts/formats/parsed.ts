/** The output of a parser: captions or paragraphs in the order of the file, not yet repaired. */
export interface ParsedTranscript {
  /** As stated by the file. */
  language?: string
  /** Seconds of audio that a recogniser measured, if the file says so. */
  durationSeconds?: number | null
  cues: ParsedCue[]
  /** The order of the text is the order of speech. Times that contradict it are wrong. */
  isInTextOrder?: boolean
}

export interface ParsedCue {
  /** Seconds; null if the file gives no time. */
  start: number | null
  end: number | null
  /** Lines of a caption are separated by "\n": a speaker's name is at the start of a line. */
  text: string
  speaker?: string
  /** An item of a numbered list: its last sentence does not continue in the next cue. */
  isListItem?: boolean
}

/** What the marks before a text say. */
export type Marks = Pick<ParsedCue, 'start' | 'end' | 'speaker'>

/** A file without readable text. The message is for the operator. */
export class TranscriptFileError extends Error {
  override name = 'TranscriptFileError'
}

/** Times after this, in seconds, are faulty: no episode lasts a week. */
export const MAX_SECONDS = 7 * 24 * 3600

/** Captions or paragraphs read from one file: days of speech. */
export const MAX_CUES = 250_000
