import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isFields } from '../json-fields.js'
import { withoutControls } from '../text/control-characters.js'
import { detectLanguage, normaliseLanguage } from '../text/language.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'
import type { Reader } from '../threads/reader.js'
import { MAX_SECONDS } from '../transcripts/formats/parsed.js'
import { LARGEST_FILE_BYTES } from '../transcripts/read-file.js'
import type { Segment, TranscriptDocument } from '../transcripts/types.js'
import { type EpisodeLine, LineError, type TranscriptPart } from './import-line.js'

export interface FileFolders {
  /** The folder that `{"file"}` is relative to. */
  folder: string
  /** Files outside this folder are refused, because a line may be untrusted. Default: `folder`. */
  filesBelow?: string
}

/**
 * The transcript of a line, from its segments or its file.
 * @throws LineError, or what reading the file throws
 */
export async function lineTranscript(
  line: EpisodeLine,
  part: TranscriptPart,
  files: FileFolders,
  reader: Reader,
): Promise<TranscriptDocument> {
  if (part.segments) {
    const segments = readSegments(part.segments)
    const sample = segments.slice(0, 300).map(({ text }) => text)
    return {
      language: normaliseLanguage(part.language) || detectLanguage(sample.join('\n')),
      durationSeconds: part.durationSeconds ?? null,
      // All times 0: the source had no times.
      timed: segments.some(({ end }) => end > 0),
      segments,
    }
  }
  const path = await resolveFile(part.file!, files)
  const found = await stat(path)
  if (!found.isFile()) throw new LineError(`${part.file} is not a file`)
  if (found.size > LARGEST_FILE_BYTES) throw new LineError(`${part.file} is larger than 20 MB`)
  const hints = {
    fileName: part.file,
    language: part.language,
    measuredSeconds: part.durationSeconds,
    knownSeconds: part.durationSeconds ?? line.durationSeconds,
  }
  // A small Buffer shares its memory with others, which would be transferred too.
  const bytes = new Uint8Array(await readFile(path))
  return reader.transcript({ bytes, hints }).catch((error: Error) => {
    throw new LineError(`${part.file}: ${error.message}`)
  })
}

/** The path of a file that a line names, with links resolved. */
async function resolveFile(file: string, { folder, filesBelow = folder }: FileFolders): Promise<string> {
  const follow = (path: string) =>
    realpath(path).catch((error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT' || error.code === 'ERR_INVALID_ARG_VALUE'
      throw new LineError(isMissing ? `there is no file ${path}` : error.message)
    })
  const top = await follow(filesBelow)
  const path = await follow(resolve(folder, file))
  const fromTop = relative(top, path)
  if (fromTop === '..' || fromTop.startsWith(`..${sep}`) || isAbsolute(fromTop))
    throw new LineError(`${file} is outside ${top}: allow it with --files-below`)
  return path
}

/** Includes characters that other languages treat as line ends: a sentence is one line. */
const WHITE_SPACE = /[\s\u001c-\u001f\u0085]+/g
/** Most sentences are tidy; one test shows it. */
const UNTIDY = /[^\S ]| {2}|^ | $|[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/

/**
 * Checks `segments`, which are sentences already: tidies white space and sorts by start.
 * @throws LineError that names the faulty segment by its index, from 0
 */
export function readSegments(raw: readonly unknown[]): Segment[] {
  return raw.map(readSegment).sort((one, other) => one.start - other.start)
}

function readSegment(raw: unknown, index: number): Segment {
  const fault = (what: string) => new LineError(`transcript: segments[${index}]: ${what}`)
  if (!isFields(raw)) throw fault('not an object')
  const { start, end, text } = raw
  if (typeof text !== 'string') throw fault('text is missing or not a string')
  const spoken = withoutLongMarkRuns(UNTIDY.test(text) ? tidy(text) : text)
  if (spoken === '') throw fault('text is empty')
  if (!isTime(start)) throw fault(`start is not a time in seconds: ${JSON.stringify(start)}`)
  if (!isTime(end)) throw fault(`end is not a time in seconds: ${JSON.stringify(end)}`)
  if (end < start) throw fault(`end ${end} is before start ${start}`)
  return { start, end, text: spoken }
}

function tidy(text: string): string {
  return withoutControls(text.replace(WHITE_SPACE, ' ')).replace(/ {2,}/g, ' ').trim()
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS
}
