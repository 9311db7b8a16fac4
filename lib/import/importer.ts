import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db } from '../db/types.js'
import { saveEpisode } from '../episodes/episode-store.js'
import type { Ids } from '../ids.js'
import { findPodcastByFeedUrl, savePodcast } from '../podcasts/podcast-store.js'
import { detectLanguage, normaliseLanguage } from '../text/language.js'
import { plainText } from '../text/plain.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { normaliseSegments } from '../transcripts/normalise-segments.js'
import { LARGEST_FILE_BYTES, readTranscriptFile } from '../transcripts/read-file.js'
import {
  type EpisodeRef,
  type PreparedTranscript,
  prepareTranscript,
  savePrepared,
} from '../transcripts/save-transcript.js'
import type { Segment, TranscriptDocument } from '../transcripts/types.js'
import {
  type EpisodeLine,
  LineError,
  type PodcastLine,
  parseImportLine,
  type TranscriptPart,
} from './import-line.js'
import { type Line, readLines } from './read-lines.js'

/** Lines taken, new or not. */
export interface ImportCounts {
  podcasts: number
  episodes: number
  transcripts: number
}

export interface ImportFault {
  line: number
  error: string
}

export interface ImportProgress extends ImportCounts {
  lines: number
}

export interface ImportSource {
  stream: AsyncIterable<Uint8Array>
  /** What `{"file"}` is relative to. */
  folder: string
  /** Files are read only below this folder: a line may come from somebody else. `folder` when not set. */
  filesBelow?: string
}

export interface ImportEdges {
  clock: Clock
  ids: Ids
  /** Where transcripts are put. */
  documents: DocumentStorage
}

type FilePlace = Omit<ImportSource, 'stream'>

interface PreparedLine {
  number: number
  line: PodcastLine | EpisodeLine
  prepared: PreparedTranscript | undefined
}

/** Transactions stay short enough for others to write in between: tens of milliseconds. */
const TRANSCRIPTS_A_BATCH = 10
const LINES_A_BATCH = 200
const CHARACTERS_A_BATCH = 1_000_000

/** The database went away in the middle. */
class InterruptedError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The import ended early, because the database is unavailable: ${reason}. Run the same import again; what was stored already does no harm.`,
      { cause },
    )
  }
}

/** Reads newline-delimited JSON into the catalogue: each line whole or not at all, faulty ones reported. */
export class Importer {
  readonly counts: ImportCounts = { podcasts: 0, episodes: 0, transcripts: 0 }
  readonly faults: ImportFault[] = []
  /** What the database said while lines were prepared. */
  private databaseFault: unknown
  /** Of the transcripts of the present batch: how many were put, and how many the bucket would not take. */
  private puts = { done: 0, refused: 0 }

  constructor(
    private readonly db: Db,
    private readonly edges: ImportEdges,
    private readonly onProgress: (progress: ImportProgress) => void = () => undefined,
  ) {}

  /** @throws what reading the stream throws, or the database or the bucket when it stays unavailable */
  async run(source: ImportSource): Promise<void> {
    try {
      await this.readAll(source)
    } catch (error) {
      throw isDatabaseUnavailable(error) ? new InterruptedError(error) : error
    } finally {
      this.faults.sort((one, other) => one.line - other.line)
    }
  }

  private async readAll({ stream, ...place }: ImportSource): Promise<void> {
    let batch: Array<Promise<PreparedLine | undefined>> = []
    let characters = 0
    let transcripts = 0
    for await (const line of readLines(stream)) {
      const { number, text } = line
      if (batch.length === 0) this.refuseWithoutBucket(number)
      batch.push(this.prepare(line, place))
      characters += text.length
      if (text.includes('"transcript"')) transcripts += 1
      if (
        transcripts < TRANSCRIPTS_A_BATCH &&
        batch.length < LINES_A_BATCH &&
        characters < CHARACTERS_A_BATCH
      )
        continue
      await this.store(batch)
      this.onProgress({ lines: number, ...this.counts })
      batch = []
      characters = 0
      transcripts = 0
    }
    await this.store(batch)
  }

  /** Where none of a batch's transcripts could be put, the bucket is away: the rest would fare no better. */
  private refuseWithoutBucket(number: number): void {
    const { done, refused } = this.puts
    this.puts = { done: 0, refused: 0 }
    if (refused > 0 && done === 0) {
      throw new Error(
        `Nothing was read from line ${number} on: transcripts cannot be put into the bucket now.`,
      )
    }
  }

  /** Everything about a line that needs no lock; undefined, and noted, when it is faulty or cannot be taken now. */
  private async prepare({ number, text, fault }: Line, place: FilePlace): Promise<PreparedLine | undefined> {
    try {
      if (fault !== undefined) throw new LineError(fault)
      const line = parseImportLine(text)
      if (line.description) line.description = plainDescription(line.description)
      if (line.type === 'podcast' || !line.transcript) return { number, line, prepared: undefined }
      const document = await documentOf(line, line.transcript, place)
      return { number, line, prepared: await this.put(document) }
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.databaseFault ??= error
      else this.fault(number, error)
      return undefined
    }
  }

  private async put(document: TranscriptDocument): Promise<PreparedTranscript | undefined> {
    const { clock, documents } = this.edges
    try {
      const prepared = await prepareTranscript(this.db, documents, document, clock.now())
      this.puts.done += 1
      return prepared
    } catch (error) {
      if (isBucketUnavailable(error)) this.puts.refused += 1
      throw error
    }
  }

  private async store(preparing: ReadonlyArray<Promise<PreparedLine | undefined>>): Promise<void> {
    const lines = (await Promise.all(preparing)).filter((line) => line !== undefined)
    if (this.databaseFault) throw this.databaseFault
    if (lines.length === 0) return
    const faults = this.faults.length
    try {
      // Read committed: each store that is called locks the rows it decides by.
      this.add(await this.db.transaction((db) => this.storeAll(db, lines), 'read committed'))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      // One of them cannot be stored: each gets a transaction of its own, so that the others are.
      this.faults.length = faults
      for (const line of lines) await this.storeAlone(line)
    }
  }

  private async storeAlone(line: PreparedLine): Promise<void> {
    try {
      this.add(await this.db.transaction((db) => this.storeAll(db, [line]), 'read committed'))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      this.fault(line.number, error)
    }
  }

  /** Lines in their order; transcripts after them in the order of the index, which saves it from flushing. */
  private async storeAll(db: Db, lines: readonly PreparedLine[]): Promise<ImportCounts> {
    const { clock, ids, documents } = this.edges
    const now = clock.now()
    const counts: ImportCounts = { podcasts: 0, episodes: 0, transcripts: 0 }
    const held = new Map<number, { episode: EpisodeRef; prepared: PreparedTranscript }>()
    for (const { line, prepared } of lines) {
      const made = { uuid: ids.uuid(), now, documents }
      if (line.type === 'podcast') {
        await savePodcast(db, { ...line, language: languageTag(line.language) }, made)
        counts.podcasts += 1
        continue
      }
      const podcast = await findPodcastByFeedUrl(db, line.feedUrl)
      if (!podcast) throw new LineError(`no podcast with feed_url ${line.feedUrl} is held`)
      const { transcript, feedUrl, type, ...fields } = line
      const episode = await saveEpisode(db, { ...fields, podcastId: podcast.id }, made)
      counts.episodes += 1
      const known = held.get(episode.id)
      if (known) known.episode = episode
      if (prepared) {
        held.set(episode.id, { episode, prepared })
        counts.transcripts += 1
      }
    }
    const inOrder = [...held.values()].sort((one, other) => one.episode.searchKey - other.episode.searchKey)
    for (const { episode, prepared } of inOrder) {
      await savePrepared(db, { episode, prepared, source: 'import', now })
    }
    return counts
  }

  private add(counts: ImportCounts): void {
    this.counts.podcasts += counts.podcasts
    this.counts.episodes += counts.episodes
    this.counts.transcripts += counts.transcripts
  }

  private fault(line: number, error: unknown): void {
    this.faults.push({ line, error: error instanceof Error ? error.message : String(error) })
  }
}

const languageTag = (language: string | undefined) =>
  language === undefined ? undefined : normaliseLanguage(language)

/** Text stays as it is, unless somebody handed a feed's markup on. */
function plainDescription(description: string): string {
  const isMarkup = /<\/?(p|br|a|b|i|em|strong|ul|ol|li|div|span|h[1-6]|blockquote|img)\b[^<>]*>/i.test(
    description,
  )
  return isMarkup ? plainText(description) : description
}

/** @throws LineError, or what reading the file throws */
async function documentOf(
  line: EpisodeLine,
  part: TranscriptPart,
  place: FilePlace,
): Promise<TranscriptDocument> {
  if (part.segments) {
    const segments = asLineError('transcript', () => normaliseSegments(part.segments))
    return {
      language: normaliseLanguage(part.language) || detectLanguage(sampleOf(segments)),
      durationSeconds: part.durationSeconds ?? null,
      // All at 0: somebody had no times to give.
      timed: segments.some(({ end }) => end > 0),
      segments,
    }
  }
  const path = await locate(part.file!, place)
  const found = await stat(path)
  if (!found.isFile()) throw new LineError(`${part.file} is not a file`)
  if (found.size > LARGEST_FILE_BYTES) throw new LineError(`${part.file} is larger than 20 MB`)
  const bytes = await readFile(path)
  return asLineError(part.file!, () =>
    readTranscriptFile(bytes, {
      fileName: part.file,
      language: part.language,
      measuredSeconds: part.durationSeconds,
      knownSeconds: part.durationSeconds ?? line.durationSeconds,
    }),
  )
}

/** The path of a file that a line names, with every link followed. */
async function locate(file: string, { folder, filesBelow = folder }: FilePlace): Promise<string> {
  const follow = (path: string) =>
    realpath(path).catch((error: NodeJS.ErrnoException) => {
      throw new LineError(error.code === 'ENOENT' ? `there is no file ${path}` : error.message)
    })
  const top = await follow(filesBelow)
  const path = await follow(resolve(folder, file))
  const way = relative(top, path)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new LineError(`${file} is outside ${top}: allow it with --files-below`)
  return path
}

/** Enough of a transcript to tell its language by. */
function sampleOf(segments: readonly Segment[]): string {
  return segments
    .slice(0, 300)
    .map(({ text }) => text)
    .join('\n')
}

function asLineError<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new LineError(`${what}: ${(error as Error).message}`)
  }
}
