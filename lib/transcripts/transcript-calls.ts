import { type Excerpts, type ExcerptsQuery, findExcerpts } from './excerpts.js'
import { type FileFormat, type TranscriptFile, writeTranscriptFile } from './files.js'
import { type Paragraph, paragraphsOf } from './paragraphs.js'
import { type OpenedTranscript, unpack } from './transcript-store.js'

export interface ParagraphRange {
  paragraphs: Paragraph[]
  /** Paragraphs of the whole transcript. */
  total: number
}

/** What every call works on. */
export interface OnTranscript {
  opened: OpenedTranscript
  /** A transcript that unpacks to more bytes fails with `ERR_BUFFER_TOO_LARGE`. */
  mostBytes?: number
}

/**
 * What is computed from a stored transcript, as calls of a thread: arguments and results cross by structured clone.
 * An hour's transcript takes a millisecond or two; longer ones would hold up other requests on the main thread.
 */
export const transcriptCalls = {
  async transcriptExcerpts(args: OnTranscript & { query: ExcerptsQuery }): Promise<Excerpts> {
    const { segments } = await unpack(args.opened, args.mostBytes)
    return findExcerpts(segments, args.query)
  },

  async transcriptParagraphs(args: OnTranscript & { from: number; count: number }): Promise<ParagraphRange> {
    const { opened, mostBytes, from, count } = args
    const paragraphs = paragraphsOf(await unpack(opened, mostBytes))
    return { paragraphs: paragraphs.slice(from, from + count), total: paragraphs.length }
  },

  async transcriptFile(
    args: OnTranscript & { format: FileFormat; episodeId: string },
  ): Promise<TranscriptFile> {
    const { opened, mostBytes, format, episodeId } = args
    return writeTranscriptFile(format, episodeId, await unpack(opened, mostBytes))
  },
}

export type TranscriptCalls = typeof transcriptCalls
