import { normaliseTranscript } from '../transcripts/normalise.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import type { Recognised } from './transcriber.js'

export interface TranscriptHints {
  /** The podcast's language, used when the recogniser names none. */
  fallbackLanguage?: string
  /** The length stated by the feed; a text without times is spread over it. */
  statedSeconds?: number | null
}

/** Splits recognised speech into sentences; `segments` is empty when nothing was said. */
export function transcriptOf(recognised: Recognised, hints: TranscriptHints = {}): TranscriptDocument {
  const { cues, timed, language, durationSeconds } = recognised
  return normaliseTranscript(
    {
      language,
      durationSeconds,
      cues: timed ? cues : cues.map((cue) => ({ ...cue, start: null, end: null })),
    },
    {
      fallbackLanguage: hints.fallbackLanguage,
      measuredSeconds: durationSeconds,
      knownSeconds: durationSeconds ?? hints.statedSeconds ?? null,
    },
  )
}
