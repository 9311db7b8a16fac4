import { Bucket, type RequestLimits } from '../bucket/bucket.js'
import { BucketError } from '../bucket/bucket-error.js'
import { DAY_MS } from '../clock.js'
import type { Config } from '../config.js'
import type { Db } from '../db/types.js'
import { systemIds } from '../ids.js'
import type { SafeFetch } from '../safe-fetch.js'
import { writeDocument } from './document-file.js'
import { DOCUMENT, type EncodedSegments, type EncodedText, encodeSegments } from './encoding.js'
import { deleteLooseObject, insertLooseObject, listLooseObjects } from './loose-object-store.js'
import type { TranscriptDocument } from './types.js'

/** A transcript's packed text as in its row, or the key of the object that contains it. */
export interface StoredText extends EncodedText {
  /** '' if the text is in the row. */
  objectKey: string
}

const EMPTY = new Uint8Array(0)
/** A few hundred hours of speech in each reading thread. */
const CACHE_BYTES = 16 * 1024 * 1024
/** A backup of the database that is younger than this finds every object that it names. */
const OBJECTS_KEPT_MS = 30 * DAY_MS
const PRUNED_AT_ONCE = 100
const CHECK_KEY = 'overheard-check'
/** A readiness check waits three seconds at most. */
const CHECK_LIMITS = { headMs: 2500, wholeMs: 2500, tries: 1 }

/**
 * Stores the sentences of transcripts in their rows or as objects of a bucket. Objects never change. An object is
 * written before any row names it, so a crash can only leave an unused object, which `loose_objects` lists.
 */
export class DocumentStorage {
  private readonly cache = new ByteCache(CACHE_BYTES)

  /** Without a bucket, sentences are stored in their rows. */
  constructor(private readonly bucket?: Bucket) {}

  /**
   * Packs a document for its row, or writes it to the bucket. Not inside a transaction: the lock would last as long
   * as the bucket takes.
   * @throws BucketError
   */
  async save(db: Db, document: TranscriptDocument, now: number): Promise<StoredText & EncodedSegments> {
    if (!this.bucket) return { ...(await encodeSegments(document.segments)), objectKey: '' }
    const objectKey = `${systemIds.uuid()}.json.gz`
    const bytes = await writeDocument(document)
    await insertLooseObject(db, objectKey, now)
    await this.bucket.put(objectKey, bytes)
    return { encoding: DOCUMENT, text: EMPTY, timing: EMPTY, objectKey }
  }

  /**
   * Returns `stored` with its packed text, which it fetches from the bucket if it is there.
   * @throws BucketError
   */
  async load<Stored extends StoredText>(stored: Stored, limits?: Partial<RequestLimits>): Promise<Stored> {
    if (stored.objectKey === '') return stored
    return { ...stored, encoding: DOCUMENT, text: await this.fetchObject(stored.objectKey, limits) }
  }

  /**
   * Removes objects that no transcript has named for 30 days: of replaced transcripts, and of writers that were
   * interrupted. Returns how many.
   * @throws BucketError
   */
  async prune(db: Db, now: number, abort?: AbortSignal): Promise<number> {
    if (!this.bucket) return 0
    for (let removed = 0; ; ) {
      const keys = await listLooseObjects(db, now - OBJECTS_KEPT_MS, PRUNED_AT_ONCE)
      for (const key of keys) {
        if (abort?.aborted) return removed
        await this.bucket.remove(key)
        // Forgotten only now: a removal that is interrupted is repeated.
        await deleteLooseObject(db, key)
        removed += 1
      }
      if (keys.length < PRUNED_AT_ONCE) return removed
    }
  }

  /**
   * Checks that the bucket, if any, can be written and read.
   * @throws BucketError
   */
  async check(): Promise<void> {
    const { bucket } = this
    if (!bucket) return
    const read = () => bucket.get(CHECK_KEY, CHECK_LIMITS)
    // The object does not exist at first. A bucket that may not be listed answers 403 then.
    await read().catch(async () => {
      await bucket.put(
        CHECK_KEY,
        Buffer.from('Overheard reads this object to check the bucket.\n'),
        CHECK_LIMITS,
      )
      await read()
    })
  }

  private async fetchObject(objectKey: string, limits?: Partial<RequestLimits>): Promise<Uint8Array> {
    if (!this.bucket) {
      throw new BucketError(
        'BUCKET_UNAVAILABLE',
        `transcript ${objectKey} is in a bucket, but OVERHEARD_TRANSCRIPTS is not set`,
      )
    }
    const cached = this.cache.get(objectKey)
    if (cached) return cached
    const bytes = await this.bucket.get(objectKey, limits)
    this.cache.set(objectKey, bytes)
    return bytes
  }
}

/** A least-recently-used cache of byte strings, up to a size in bytes. The bytes of a name must never change. */
export class ByteCache {
  private readonly entries = new Map<string, Uint8Array>()
  private size = 0

  constructor(private readonly maxBytes: number) {}

  get(name: string): Uint8Array | undefined {
    const bytes = this.entries.get(name)
    if (!bytes) return undefined
    this.entries.delete(name)
    this.entries.set(name, bytes)
    return bytes
  }

  set(name: string, bytes: Uint8Array): void {
    this.size += bytes.length - (this.entries.get(name)?.length ?? 0)
    this.entries.delete(name)
    this.entries.set(name, bytes)
    for (const [oldest, { length }] of this.entries) {
      if (this.size <= this.maxBytes) return
      this.entries.delete(oldest)
      this.size -= length
    }
  }
}

/** Stores every transcript in the database, which is the default. */
export const IN_DATABASE = new DocumentStorage()

/** The storage that the configuration names. Calls `safeFetch` only if there is a bucket; the caller closes it. */
export function documentStorageOf(
  { transcriptBucket }: Pick<Config, 'transcriptBucket'>,
  safeFetch: () => SafeFetch,
): DocumentStorage {
  return transcriptBucket ? new DocumentStorage(new Bucket(transcriptBucket, safeFetch())) : IN_DATABASE
}
