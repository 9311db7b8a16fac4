import { readCaptions } from './caption-lines.js'
import type { ParsedCue, ParsedTranscript } from './parsed.js'

const TIMING = /^\s*([\d:.,]+)\s*-->\s*([\d:.,]+)/
const VOICE = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,200})>/g

/** WebVTT; times of seconds alone and files without the first line are forgiven. */
export function parseVtt(text: string): ParsedTranscript {
  const header = text.slice(0, 1000)
  const cues = readCaptions(text, { timing: TIMING, goesOnAfterBlank: false })
  return {
    language: /^language:\s*([\w-]+)\s*$/im.exec(header.split(/\r?\n\r?\n/)[0] ?? '')?.[1] ?? '',
    durationSeconds: null,
    cues: cues.flatMap(byVoice),
  }
}

/** A caption in which several voices speak becomes one for each, with the same times. */
function byVoice(cue: ParsedCue): ParsedCue[] {
  if (!cue.text.includes('<v')) return [cue]
  const voices: ParsedCue[] = []
  let from = 0
  let speaker: string | undefined
  for (const match of cue.text.matchAll(VOICE)) {
    voices.push({
      ...cue,
      text: cue.text.slice(from, match.index),
      ...(speaker === undefined ? {} : { speaker }),
    })
    from = match.index + match[0].length
    speaker = match[1]?.trim()
  }
  voices.push({ ...cue, text: cue.text.slice(from), ...(speaker === undefined ? {} : { speaker }) })
  return voices.filter(({ text }) => text.trim() !== '')
}
