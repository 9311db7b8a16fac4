import { readCaptions } from './caption-lines.js'
import type { ParsedTranscript } from './parsed.js'

const TIMING = /^\s*([\d:.,]+)\s*-{1,2}>\s*([\d:.,]+)/

/** SubRip; one-digit hours, points for commas, missing numbers and blank lines inside a caption are forgiven. */
export function parseSrt(text: string): ParsedTranscript {
  return {
    language: '',
    durationSeconds: null,
    cues: readCaptions(text, { timing: TIMING, goesOnAfterBlank: true }),
  }
}
