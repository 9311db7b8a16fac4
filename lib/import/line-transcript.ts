import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { detectLanguage, normaliseLanguage } from '../text/language.js'
import type { Reader } from '../threads/reader.js'
import { normaliseSegments } from '../transcripts/normalise-segments.js'
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
    const segments = segmentsOf(part)
    return {
      language: normaliseLanguage(part.language) || detectLanguage(sampleOf(segments)),
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
      throw new LineError(error.code === 'ENOENT' ? `there is no file ${path}` : error.message)
    })
  const top = await follow(filesBelow)
  const path = await follow(resolve(folder, file))
  const fromTop = relative(top, path)
  if (fromTop === '..' || fromTop.startsWith(`..${sep}`) || isAbsolute(fromTop))
    throw new LineError(`${file} is outside ${top}: allow it with --files-below`)
  return path
}

/** Enough text to detect the language of a transcript. */
function sampleOf(segments: readonly Segment[]): string {
  return segments
    .slice(0, 300)
    .map(({ text }) => text)
    .join('\n')
}

function segmentsOf({ segments }: TranscriptPart): Segment[] {
  try {
    return normaliseSegments(segments)
  } catch (error) {
    throw new LineError(`transcript: ${(error as Error).message}`)
  }
}
