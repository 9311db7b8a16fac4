import { type NormaliseHints, normaliseTranscript } from '../transcripts/normalise.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import type { Recognised } from './transcriber.js'

/** Splits recognised speech into sentences; `segments` is empty when nothing was said. */
export function transcriptOf(
  { cues, timed, language, durationSeconds }: Recognised,
  hints: Pick<NormaliseHints, 'fallbackLanguage' | 'knownSeconds'> = {},
): TranscriptDocument {
  const inOrder = timed ? cues : cues.map((cue) => ({ ...cue, start: null, end: null }))
  return normaliseTranscript(
    { language, durationSeconds, cues: inOrder },
    { ...hints, measuredSeconds: durationSeconds, knownSeconds: durationSeconds ?? hints.knownSeconds },
  )
}
