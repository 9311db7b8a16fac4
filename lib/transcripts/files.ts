import { paragraphsOf } from './paragraphs.js'
import type { TranscriptDocument } from './types.js'

/** Players ignore a cue that ends where it begins. */
const MIN_CUE_SECONDS = 0.001

export interface TranscriptFile {
  contentType: string
  content: string
}

const FORMATS = {
  json: { contentType: 'application/json; charset=utf-8', write: writeJson },
  txt: { contentType: 'text/plain; charset=utf-8', write: writeText },
  srt: { contentType: 'application/x-subrip; charset=utf-8', write: writeSrt },
  vtt: { contentType: 'text/vtt; charset=utf-8', write: writeVtt },
}

export type FileFormat = keyof typeof FORMATS

/** Writes a transcript as a file for download. `episodeId` is the public id. */
export function writeTranscriptFile(
  format: FileFormat,
  episodeId: string,
  document: TranscriptDocument,
): TranscriptFile {
  const { contentType, write } = FORMATS[format]
  return { contentType, content: write(document, episodeId) }
}

function writeJson(document: TranscriptDocument, episodeId: string): string {
  return JSON.stringify({
    episode_id: episodeId,
    language: document.language,
    duration_seconds: document.durationSeconds,
    segments: document.segments.map(({ start, end, text }) => ({ start, end, text })),
  })
}

function writeText(document: TranscriptDocument): string {
  return paragraphsOf(document)
    .map(({ text }) => text)
    .join('\n\n')
}

/** SubRip has no escapes and needs none: each sentence is one line. */
function writeSrt({ segments }: TranscriptDocument): string {
  return segments
    .map(({ start, end, text }, index) => `${index + 1}\n${cueTimes(start, end, ',')}\n${text}\n`)
    .join('\n')
}

function writeVtt({ segments }: TranscriptDocument): string {
  const cues = segments.map(({ start, end, text }) => `${cueTimes(start, end, '.')}\n${escapeVtt(text)}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('-->', '--&gt;')
}

function cueTimes(start: number, end: number, point: ',' | '.'): string {
  return `${clockTime(start, point)} --> ${clockTime(Math.max(end, start + MIN_CUE_SECONDS), point)}`
}

function clockTime(seconds: number, point: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  const whole = Math.floor(milliseconds / 1000)
  const fraction = String(milliseconds % 1000).padStart(3, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${point}${fraction}`
}
