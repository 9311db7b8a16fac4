/** What a parser finds in a file: captions or paragraphs in the order of the file, nothing repaired yet. */
export interface ParsedTranscript {
  /** As the file states it, '' when it does not. */
  language: string
  /** Length of the audio in seconds where the file tells what a recogniser measured. */
  durationSeconds: number | null
  cues: ParsedCue[]
  /** The text stands in the order in which it was said, whatever the times beside it say. */
  isInTextOrder?: boolean
}

export interface ParsedCue {
  /** Seconds; null where the file gives no time. */
  start: number | null
  end: number | null
  /** Lines of a caption are kept apart by "\n": who speaks is marked at the start of a line. */
  text: string
  speaker?: string
  /** An item of a numbered list, whose sentences do not continue in what follows. */
  isListItem?: boolean
}

/** A file in which nothing timed or readable is left; the message is for the operator. */
export class TranscriptFileError extends Error {
  override name = 'TranscriptFileError'
}

/** The longest time taken for one, in seconds: no episode lasts days. */
export const LONGEST_SECONDS = 7 * 24 * 3600

/** Captions or paragraphs read of a file: days of speech. */
export const MOST_CUES = 250_000
