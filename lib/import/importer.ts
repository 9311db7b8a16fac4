import { isBucketUnavailable } from '../bucket/bucket-error.js'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db } from '../db/types.js'
import { findByFormerGuid, saveEpisode } from '../episodes/episode-store.js'
import { messageOf } from '../errors.js'
import type { Ids } from '../ids.js'
import { findPodcastByFeedUrl, savePodcast } from '../podcasts/podcast-store.js'
import { normaliseLanguage } from '../text/language.js'
import { plainText } from '../text/plain.js'
import { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { cancelTranscription } from '../transcripts/due-transcript-store.js'
import {
  type EpisodeRef,
  type PreparedTranscript,
  prepareTranscript,
  savePrepared,
} from '../transcripts/save-transcript.js'
import { type TranscriptTexts, transactionWithTexts } from '../transcripts/transcript-texts.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import { type EpisodeLine, LineError, type PodcastLine, parseImportLine } from './import-line.js'
import { type FileFolders, lineTranscript } from './line-transcript.js'
import { type Line, readLines } from './read-lines.js'

/** Accepted lines, new or not. */
interface ImportCounts {
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

interface ImportSource extends FileFolders {
  stream: AsyncIterable<Uint8Array>
}

interface ImportEdges {
  clock: Clock
  ids: Ids
  /** Where to store transcripts. */
  documents: DocumentStorage
}

interface PreparedLine {
  number: number
  line: PodcastLine | EpisodeLine
  prepared: PreparedTranscript | undefined
}

/** Limits of a transaction. It takes tens of milliseconds, so that other writers get their turn. */
const MAX_BATCH_TRANSCRIPTS = 10
const MAX_BATCH_LINES = 200
const MAX_BATCH_CHARACTERS = 1_000_000

/** The database became unavailable during the import. */
function interrupted(cause: unknown): Error {
  // PostgreSQL adds advice in further lines.
  const [reason] = messageOf(cause).split('\n')
  return new Error(
    `The import ended early, because the database is unavailable: ${reason}. Run the same import again: lines that are already stored do no harm.`,
    { cause },
  )
}

/**
 * Imports newline-delimited JSON into the catalogue. A line is stored completely or not at all; faulty lines are
 * reported.
 */
export class Importer {
  readonly counts: ImportCounts = { podcasts: 0, episodes: 0, transcripts: 0 }
  readonly faults: ImportFault[] = []
  /** The first database error while lines were prepared. */
  private databaseFault: unknown
  /** Transcripts of the current batch that were stored, and those that the bucket refused. */
  private transcriptWrites = { stored: 0, refused: 0 }
  /** Reads the files that lines name. */
  private readonly reader = new Reader()

  constructor(
    private readonly db: Db,
    private readonly edges: ImportEdges,
    private readonly onProgress: (progress: ImportProgress) => void = () => undefined,
  ) {}

  /** @throws what reading the stream throws, or the database or the bucket while it is unavailable */
  async run(source: ImportSource): Promise<void> {
    try {
      await this.readAll(source)
    } catch (error) {
      throw isDatabaseUnavailable(error) ? interrupted(error) : error
    } finally {
      this.faults.sort((one, other) => one.line - other.line)
      await this.reader.close()
    }
  }

  private async readAll({ stream, ...files }: ImportSource): Promise<void> {
    let batch: Array<Promise<PreparedLine | undefined>> = []
    let characters = 0
    let transcripts = 0
    for await (const line of readLines(stream)) {
      const { number, text } = line
      if (batch.length === 0) this.stopWithoutBucket(number)
      batch.push(this.prepare(line, files))
      characters += text.length
      if (text.includes('"transcript"')) transcripts += 1
      if (
        transcripts < MAX_BATCH_TRANSCRIPTS &&
        batch.length < MAX_BATCH_LINES &&
        characters < MAX_BATCH_CHARACTERS
      )
        continue
      await this.storeBatch(batch)
      this.onProgress({ lines: number, ...this.counts })
      batch = []
      characters = 0
      transcripts = 0
    }
    await this.storeBatch(batch)
  }

  /** Ends the import if the bucket refused all transcripts of a batch. */
  private stopWithoutBucket(number: number): void {
    const { stored, refused } = this.transcriptWrites
    this.transcriptWrites = { stored: 0, refused: 0 }
    if (refused > 0 && stored === 0) {
      throw new Error(
        `The import stopped before line ${number}, because the bucket does not accept transcripts. Run it again once the bucket is available.`,
      )
    }
  }

  /** Does all the work on a line that needs no lock. Undefined if the line is faulty, which is recorded. */
  private async prepare(
    { number, text, fault }: Line,
    files: FileFolders,
  ): Promise<PreparedLine | undefined> {
    try {
      if (fault !== undefined) throw new LineError(fault)
      const line = parseImportLine(text)
      if (line.description) line.description = plainDescription(line.description)
      if (line.type === 'podcast' || !line.transcript) return { number, line, prepared: undefined }
      const document = await lineTranscript(line, line.transcript, files, this.reader)
      return { number, line, prepared: await this.prepareTranscript(document) }
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.databaseFault ??= error
      else this.fault(number, error)
      return undefined
    }
  }

  private async prepareTranscript(document: TranscriptDocument): Promise<PreparedTranscript | undefined> {
    const { clock, documents } = this.edges
    try {
      const prepared = await prepareTranscript(this.db, documents, document, clock.now())
      this.transcriptWrites.stored += 1
      return prepared
    } catch (error) {
      if (isBucketUnavailable(error)) this.transcriptWrites.refused += 1
      throw error
    }
  }

  private async storeBatch(preparing: ReadonlyArray<Promise<PreparedLine | undefined>>): Promise<void> {
    const lines = (await Promise.all(preparing)).filter((line) => line !== undefined)
    if (this.databaseFault) throw this.databaseFault
    await this.store(lines)
  }

  private async store(lines: readonly PreparedLine[]): Promise<void> {
    const [first] = lines
    if (!first) return
    const work = (db: Db, texts: TranscriptTexts) => this.storeAll(db, texts, lines)
    try {
      // Read committed: each store locks the rows that its decisions depend on.
      const stored = await transactionWithTexts(this.db, this.edges.documents, work, 'read committed')
      this.counts.podcasts += stored.podcasts
      this.counts.episodes += stored.episodes
      this.counts.transcripts += stored.transcripts
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (lines.length === 1) return this.fault(first.number, error)
      // At least one line cannot be stored. Store each line in its own transaction to find which.
      for (const line of lines) await this.store([line])
    }
  }

  /** Stores lines in their order, then transcripts in the order of the index, which is faster. */
  private async storeAll(
    db: Db,
    texts: TranscriptTexts,
    lines: readonly PreparedLine[],
  ): Promise<ImportCounts> {
    const { clock, ids } = this.edges
    const now = clock.now()
    const counts: ImportCounts = { podcasts: 0, episodes: 0, transcripts: 0 }
    const saved = new Map<number, { episode: EpisodeRef; prepared: PreparedTranscript }>()
    for (const { line, prepared } of lines) {
      const created = { uuid: ids.uuid(), now, texts }
      if (line.type === 'podcast') {
        await savePodcast(db, { ...line, language: languageTag(line.language) }, created)
        counts.podcasts += 1
        continue
      }
      const podcast = await findPodcastByFeedUrl(db, line.feedUrl)
      if (!podcast)
        throw new LineError(`no podcast with feed_url ${line.feedUrl} is stored: import the podcast first`)
      const { transcript, feedUrl, type, formerGuid, ...fields } = line
      const named = { ...fields, podcastId: podcast.id }
      const id = formerGuid === line.guid ? undefined : await findByFormerGuid(db, { ...named, formerGuid })
      const episode = await saveEpisode(db, id === undefined ? named : { ...named, id }, created)
      counts.episodes += 1
      const earlier = saved.get(episode.id)
      if (earlier) earlier.episode = episode
      if (prepared) {
        saved.set(episode.id, { episode, prepared })
        counts.transcripts += 1
      }
    }
    const inOrder = [...saved.values()].sort((one, other) => one.episode.searchKey - other.episode.searchKey)
    for (const { episode, prepared } of inOrder) {
      await savePrepared(db, { episode, prepared, source: 'import', now })
      // A worker that fetches or recognises its transcript loses its lease.
      await cancelTranscription(db, { episodeId: episode.id })
    }
    return counts
  }

  private fault(line: number, error: unknown): void {
    this.faults.push({ line, error: messageOf(error) })
  }
}

const languageTag = (language: string | undefined) =>
  language === undefined ? undefined : normaliseLanguage(language)

/** Removes markup if the description contains any. */
function plainDescription(description: string): string {
  const isMarkup = /<\/?(p|br|a|b|i|em|strong|ul|ol|li|div|span|h[1-6]|blockquote|img)\b[^<>]*>/i.test(
    description,
  )
  return isMarkup ? plainText(description) : description
}
