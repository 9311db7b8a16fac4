import { type ExcerptsQuery, findExcerpts } from './excerpts.js'
import { type FileFormat, writeTranscriptFile } from './files.js'
import { paragraphsOf } from './paragraphs.js'
import { type StoredTranscript, unpackTranscript } from './transcript-store.js'

/** Arguments of every call. */
export interface TranscriptArgs {
  /** See `DocumentStorage.load`. */
  loaded: StoredTranscript
  /** A transcript that unpacks to more bytes fails with `ERR_BUFFER_TOO_LARGE`. */
  maxBytes?: number
}

/**
 * Computations on a stored transcript that may run in a thread: arguments and results cross by structured clone. An
 * hour's transcript takes a millisecond or two; longer ones would delay other requests on the main thread.
 */
export const transcriptCalls = {
  async transcriptExcerpts({ loaded, maxBytes, query }: TranscriptArgs & { query: ExcerptsQuery }) {
    const { segments } = unpackTranscript(loaded, maxBytes)
    return findExcerpts(segments, query)
  },

  async transcriptParagraphs(args: TranscriptArgs & { from: number; count: number }) {
    const { loaded, maxBytes, from, count } = args
    const paragraphs = paragraphsOf(unpackTranscript(loaded, maxBytes))
    return { paragraphs: paragraphs.slice(from, from + count), total: paragraphs.length }
  },

  async transcriptFile(args: TranscriptArgs & { format: FileFormat; episodeId: string }) {
    const { loaded, maxBytes, format, episodeId } = args
    return writeTranscriptFile(format, episodeId, unpackTranscript(loaded, maxBytes))
  },
}

export type TranscriptCalls = typeof transcriptCalls
