import { FeedError, type ParsedFeed } from '../feeds/types.js'
import { TranscriptFileError } from '../transcripts/formats/parsed.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import type { FeedToRead, ReadCalls, TranscriptToRead } from './read-thread.js'
import { ThreadPool } from './thread-pool.js'

/** Real documents take less than a second. */
const LIMIT_MS = 10_000

/**
 * Reads publishers' documents on a separate thread with a time limit. Every error while reading counts as a
 * fault of the document, so that its back-off applies. The bytes are moved to the thread.
 *
 * The thread has no memory limit: Node may end the whole process when a thread exceeds one. The parsers limit
 * what they build instead.
 */
export class Reader {
  readonly #threads: ThreadPool<ReadCalls>

  constructor(limitMs = LIMIT_MS) {
    this.#threads = new ThreadPool(new URL('./read-thread.js', import.meta.url), { size: 1, limitMs })
  }

  /** @throws FeedError */
  async feed(document: FeedToRead): Promise<ParsedFeed> {
    try {
      return await this.#threads.calls.feed(document, [ownBuffer(document.bytes)])
    } catch (error) {
      const { name, message, code } = error as FeedError
      throw name === 'FeedError'
        ? new FeedError(message, code)
        : new FeedError(`The feed cannot be read: ${message}.`)
    }
  }

  /** @throws TranscriptFileError */
  async transcript(file: TranscriptToRead): Promise<TranscriptDocument> {
    try {
      return await this.#threads.calls.transcript(file, [ownBuffer(file.bytes)])
    } catch (error) {
      const { name, message } = error as Error
      throw new TranscriptFileError(name === 'TranscriptFileError' ? message : `cannot be read: ${message}`)
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const ownBuffer = ({ buffer }: Uint8Array) => buffer as ArrayBuffer
