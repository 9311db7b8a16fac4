import { type Excerpts, type ExcerptsQuery, findExcerpts } from './excerpts.js'
import { type FileFormat, type TranscriptFile, writeTranscriptFile } from './files.js'
import { type Paragraph, paragraphsOf } from './paragraphs.js'
import { type OpenedTranscript, unpack } from './transcript-store.js'

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
    opened,
    query,
  }: {
    opened: OpenedTranscript
    query: ExcerptsQuery
  }): Promise<Excerpts> {
    const { segments } = await unpack(opened)
    return findExcerpts(segments, query)
  },

  async transcriptParagraphs({
    opened,
    from,
    count,
  }: {
    opened: OpenedTranscript
    from: number
    count: number
  }): Promise<ParagraphRange> {
    const paragraphs = paragraphsOf(await unpack(opened))
    return { paragraphs: paragraphs.slice(from, from + count), total: paragraphs.length }
  },

  async transcriptFile({
    opened,
    format,
    episodeId,
  }: {
    opened: OpenedTranscript
    format: FileFormat
    episodeId: string
  }): Promise<TranscriptFile> {
    return writeTranscriptFile(format, episodeId, await unpack(opened))
  },
}

export type TranscriptCalls = typeof transcriptCalls
