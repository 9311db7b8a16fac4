import { type Excerpts, type ExcerptsQuery, findExcerpts } from './excerpts.js'
import { type FileFormat, type TranscriptFile, writeTranscriptFile } from './files.js'
import { type Paragraph, paragraphsOf } from './paragraphs.js'
import { type LoadedTranscript, unpackTranscript } from './transcript-store.js'

interface ParagraphRange {
  paragraphs: Paragraph[]
  /** The number of paragraphs in the whole transcript. */
  total: number
}

/** Arguments of every call. */
export interface TranscriptArgs {
  loaded: LoadedTranscript
  /** A transcript that unpacks to more bytes fails with `ERR_BUFFER_TOO_LARGE`. */
  maxBytes?: number
}

/**
 * Computations on a stored transcript that may run in a thread: arguments and results cross by structured clone. An
 * hour's transcript takes a millisecond or two; longer ones would delay other requests on the main thread.
 */
export const transcriptCalls = {
  async transcriptExcerpts(args: TranscriptArgs & { query: ExcerptsQuery }): Promise<Excerpts> {
    const { segments } = await unpackTranscript(args.loaded, args.maxBytes)
    return findExcerpts(segments, args.query)
  },

  async transcriptParagraphs(
    args: TranscriptArgs & { from: number; count: number },
  ): Promise<ParagraphRange> {
    const { loaded, maxBytes, from, count } = args
    const paragraphs = paragraphsOf(await unpackTranscript(loaded, maxBytes))
    return { paragraphs: paragraphs.slice(from, from + count), total: paragraphs.length }
  },

  async transcriptFile(
    args: TranscriptArgs & { format: FileFormat; episodeId: string },
  ): Promise<TranscriptFile> {
    const { loaded, maxBytes, format, episodeId } = args
    return writeTranscriptFile(format, episodeId, await unpackTranscript(loaded, maxBytes))
  },
}

export type TranscriptCalls = typeof transcriptCalls
