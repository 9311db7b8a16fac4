import { readCaptions } from './caption-lines.js'
import type { ParsedTranscript } from './parsed.js'

export const SBV_TIMING = /^\s*(\d+:\d{2}:\d{2}\.\d{1,3}),(\d+:\d{2}:\d{2}\.\d{1,3})\s*$/

/** The caption format that YouTube writes: both times on one line, with a comma between them. */
export function parseSbv(text: string): ParsedTranscript {
  const cues = readCaptions(text, { timing: SBV_TIMING, goesOnAfterBlank: true })
  for (const cue of cues) cue.text = cue.text.replaceAll('[br]', '\n')
  return { language: '', durationSeconds: null, cues }
}
