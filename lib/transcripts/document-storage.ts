import { Bucket, type Patience } from '../bucket/bucket.js'
import { BucketError } from '../bucket/bucket-error.js'
import type { Config } from '../config.js'
import { monotonicNow } from '../db/monotonic-now.js'
import type { Db } from '../db/types.js'
import { systemIds } from '../ids.js'
import type { SafeFetch } from '../safe-fetch.js'
import { ByteCache } from './byte-cache.js'
import { writeDocument } from './document-file.js'
import { DOCUMENT, type EncodedSegments, type EncodedText, encodeSegments } from './encoding.js'
import { insertLooseObject } from './loose-object-store.js'
import type { TranscriptDocument } from './types.js'

/** The sentences of a transcript as their row has them: packed, or the key of the object that holds them. */
export interface StoredSentences extends EncodedSegments {
  /** '' where the sentences stand in the row itself. */
  objectKey: string
}

/** What readers of the text alone select of a row. */
export interface TextRow {
  encoding: number
  text: Uint8Array
  object_key: string
}

const NOTHING = new Uint8Array(0)
/** A few hundred hours of speech for each thread that reads. */
const CACHE_BYTES = 16 * 1024 * 1024
const PROOF_KEY = 'overheard-check'
/** Who asks waits for three seconds. */
const PROOF_PATIENCE = { headMs: 2500, wholeMs: 2500, tries: 1 }
/** A proof that the bucket answers counts for this long, so that nobody can keep it busy by asking. */
const PROOF_MS = 5000

/**
 * Where the sentences of transcripts are: in their rows, or as objects of a bucket. An object is never changed, and it is
 * there before any row names it: what a crash leaves behind is an object too many, which `loose_objects` knows of.
 */
export class DocumentStorage {
  private readonly cache = new ByteCache(CACHE_BYTES)
  private provenAt = Number.NEGATIVE_INFINITY
  private proving: Promise<void> | undefined

  /** Without a bucket transcripts are kept in their rows. */
  constructor(private readonly bucket?: Bucket) {}

  get isBucket(): boolean {
    return this.bucket !== undefined
  }

  /**
   * Packs a document for its row, or puts it into the bucket. Never within a transaction: others would wait for the
   * bucket with it.
   * @throws BucketError
   */
  async keep(db: Db, document: TranscriptDocument, now: number): Promise<StoredSentences> {
    if (!this.bucket) return { ...(await encodeSegments(document.segments)), objectKey: '' }
    const objectKey = `${systemIds.uuid()}.json.gz`
    const bytes = await writeDocument(document)
    await insertLooseObject(db, objectKey, now)
    await this.bucket.put(objectKey, bytes)
    return { encoding: DOCUMENT, text: NOTHING, timing: NOTHING, objectKey }
  }

  /**
   * The packed sentences, wherever they are.
   * @throws BucketError
   */
  async open(
    { objectKey, encoding, text, timing }: StoredSentences,
    patience?: Partial<Patience>,
  ): Promise<EncodedSegments> {
    if (objectKey === '') return { encoding, text, timing }
    return { encoding: DOCUMENT, text: await this.fetch(objectKey, patience), timing: NOTHING }
  }

  /**
   * The packed text, wherever it is.
   * @throws BucketError
   */
  async openText(
    { encoding, text, object_key }: TextRow,
    patience?: Partial<Patience>,
  ): Promise<EncodedText> {
    if (object_key === '') return { encoding, text }
    return { encoding: DOCUMENT, text: await this.fetch(object_key, patience) }
  }

  /** @throws BucketError */
  async remove(objectKey: string): Promise<void> {
    await this.bucket?.remove(objectKey)
  }

  /** Whether the bucket, where there is one, takes and gives objects. @throws BucketError */
  async check(): Promise<void> {
    if (!this.bucket || monotonicNow() - this.provenAt < PROOF_MS) return
    this.proving ??= this.prove(this.bucket).finally(() => {
      this.proving = undefined
    })
    await this.proving
  }

  private async fetch(objectKey: string, patience?: Partial<Patience>): Promise<Uint8Array> {
    if (!this.bucket) {
      throw new BucketError(
        'BUCKET_UNAVAILABLE',
        `a transcript is in a bucket as ${objectKey}, but OVERHEARD_TRANSCRIPTS is not set`,
      )
    }
    const known = this.cache.get(objectKey)
    if (known) return known
    const bytes = await this.bucket.get(objectKey, patience)
    this.cache.set(objectKey, bytes)
    return bytes
  }

  private async prove(bucket: Bucket): Promise<void> {
    const look = () => bucket.get(PROOF_KEY, PROOF_PATIENCE)
    // The first time it is not there yet; whoever may not list a bucket is told that it is forbidden.
    await look().catch(async () => {
      await bucket.put(PROOF_KEY, Buffer.from('Overheard looks for this.\n'), PROOF_PATIENCE)
      await look()
    })
    this.provenAt = monotonicNow()
  }
}

/** Keeps everything in the database, as is usual. */
export const IN_DATABASE = new DocumentStorage()

/** As configured. A bucket is asked through `safeFetch`, which is made only then and is the caller's to close. */
export function documentStorageOf(
  { transcriptBucket }: Pick<Config, 'transcriptBucket'>,
  safeFetch: () => SafeFetch,
): DocumentStorage {
  return transcriptBucket ? new DocumentStorage(new Bucket(transcriptBucket, safeFetch())) : IN_DATABASE
}
