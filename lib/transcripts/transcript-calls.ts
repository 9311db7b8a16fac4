import { type Excerpts, type ExcerptsQuery, findExcerpts } from './excerpts.js'
import { type FileFormat, type TranscriptFile, writeTranscriptFile } from './files.js'
import { type Paragraph, paragraphsOf } from './paragraphs.js'
import { type StoredTranscript, unpack } from './transcript-store.js'

export interface ParagraphRange {
  paragraphs: Paragraph[]
  /** Paragraphs of the whole transcript. */
  total: number
}

/**
 * What is computed from a stored transcript, as calls of a thread: arguments and results cross by structured clone.
 * An hour's transcript takes a millisecond or two; very long ones would hold up other requests on the main thread.
 */
export const transcriptCalls = {
  async transcriptExcerpts({
    stored,
    query,
  }: {
    stored: StoredTranscript
    query: ExcerptsQuery
  }): Promise<Excerpts> {
    const { segments } = await unpack(stored)
    return findExcerpts(segments, query)
  },

  async transcriptParagraphs({
    stored,
    from,
    count,
  }: {
    stored: StoredTranscript
    from: number
    count: number
  }): Promise<ParagraphRange> {
    const paragraphs = paragraphsOf(await unpack(stored))
    return { paragraphs: paragraphs.slice(from, from + count), total: paragraphs.length }
  },

  async transcriptFile({
    stored,
    format,
    episodeId,
  }: {
    stored: StoredTranscript
    format: FileFormat
    episodeId: string
  }): Promise<TranscriptFile> {
    return writeTranscriptFile(format, episodeId, await unpack(stored))
  },
}

export type TranscriptCalls = typeof transcriptCalls
