import type { Account } from '../accounts/account.js'
import type { Cursors } from '../cursor.js'
import type { Db } from '../db/types.js'
import { AppError, unavailable } from '../errors.js'
import type { Limits } from '../limits/limits.js'
import type { DomainCalls } from '../threads/domain-thread.js'
import { isThreadDeath, type ThreadPool } from '../threads/thread-pool.js'
import type { DocumentStorage } from './document-storage.js'
import type { Excerpts, ExcerptsQuery } from './excerpts.js'
import { contentDisposition } from './file-name.js'
import type { FileFormat, TranscriptFile } from './files.js'
import type { Paragraph } from './paragraphs.js'
import { type TranscriptArgs, type TranscriptCalls, transcriptCalls } from './transcript-calls.js'
import { findEpisodeTranscript, type StoredTranscript } from './transcript-store.js'

const PAGE_SIZE = 50

/** Texts that unpack to more bytes than this, an hour of speech, are processed in a thread. */
const SMALL_BYTES = 64_000

interface TranscriptPage {
  paragraphs: Paragraph[]
  language: string
  durationSeconds: number | null
  nextCursor: string | null
}

interface Dependencies {
  db: Db
  cursors: Cursors
  limits: Limits
  matchThread: ThreadPool<DomainCalls>
  documents: DocumentStorage
}

/** Reads the transcripts of episodes for callers. Episodes are named by their public ids. */
export class Transcripts {
  constructor(private readonly parts: Dependencies) {}

  /** @throws AppError `episode_not_found`, `transcript_not_available`, `storage_unavailable` */
  async excerpts(episodeId: string, query: ExcerptsQuery): Promise<Excerpts> {
    const { stored } = await this.#get(episodeId)
    return this.#call(stored, (calls, args) => calls.transcriptExcerpts({ ...args, query }))
  }

  /**
   * A page of paragraphs. The first page costs one download. Its cursors are valid for this account until its monthly
   * allowance renews.
   * @throws AppError as `excerpts`, `invalid_cursor`, `stale_cursor`, and `rate_limited` for the first page
   */
  async readPage(account: Account, episodeId: string, cursor?: string): Promise<TranscriptPage> {
    const { cursors, limits } = this.parts
    const binding = ['readTranscript', episodeId, account.uuid, limits.monthResetAt(account)]
    const from = cursors.read<number>(cursor, binding) ?? 0
    const { stored } = await this.#get(episodeId)
    const read = () =>
      this.#call(stored, (calls, args) => calls.transcriptParagraphs({ ...args, from, count: PAGE_SIZE }))
    const { paragraphs, total } = from === 0 ? await this.#counted(account, read) : await read()
    const next = from + PAGE_SIZE
    return {
      paragraphs,
      language: stored.language,
      durationSeconds: stored.durationSeconds,
      nextCursor: next < total ? cursors.issue(binding, next) : null,
    }
  }

  /** @throws AppError as `excerpts`, and `rate_limited` if the month's downloads are used up */
  async download(
    account: Account,
    episodeId: string,
    format: FileFormat,
  ): Promise<TranscriptFile & { disposition: string }> {
    const { title, stored } = await this.#get(episodeId)
    const file = await this.#counted(account, () =>
      this.#call(stored, (calls, args) => calls.transcriptFile({ ...args, format, episodeId })),
    )
    return { ...file, disposition: contentDisposition(title, format) }
  }

  async #get(episodeId: string): Promise<{ title: string; stored: StoredTranscript }> {
    const found = await findEpisodeTranscript(this.parts.db, episodeId)
    if (!found) throw new AppError('episode_not_found')
    if (!found.transcript) throw new AppError('transcript_not_available')
    return { title: found.title, stored: found.transcript }
  }

  /** Counts a download, and refunds it if reading fails. */
  async #counted<T>(account: Account, read: () => Promise<T>): Promise<T> {
    const refund = await this.parts.limits.countDownload(account)
    try {
      return await read()
    } catch (error) {
      await refund()
      throw error
    }
  }

  /** Computes on a transcript: here if it is short, else in a thread. */
  async #call<Result>(
    stored: StoredTranscript,
    compute: (calls: TranscriptCalls, args: TranscriptArgs) => Promise<Result>,
  ): Promise<Result> {
    const { documents, matchThread } = this.parts
    try {
      const loaded = await documents.load(stored)
      return await compute(transcriptCalls, { loaded, maxBytes: SMALL_BYTES }).catch((error) => {
        // The size of a packed text is known only after unpacking.
        if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw error
        return compute(matchThread.calls, { loaded })
      })
    } catch (error) {
      throw isStorageFault(error) ? unavailable('storage_unavailable', error) : error
    }
  }
}

/** Stored bytes that do not unpack, or a thread that ended. Errors lose their class when they cross threads. */
function isStorageFault(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code)
  return isThreadDeath(error) || code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE'
}
