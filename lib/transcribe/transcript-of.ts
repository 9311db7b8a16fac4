import { normaliseTranscript } from '../transcripts/normalise.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import type { Recognised } from './transcriber.js'

export interface TranscriptHints {
  /** The podcast's language, where the recogniser does not say. */
  fallbackLanguage?: string
  /** The length that the feed states, over which a text without times is spread. */
  statedSeconds?: number | null
}

/** What was recognised, as sentences; `segments` is empty when nothing was said. */
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
