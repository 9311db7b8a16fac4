import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FetchError, type SafeFetch } from '../safe-fetch.js'
import { BucketError } from './bucket-error.js'
import type { BucketSettings } from './settings.js'

/** Time limits and number of tries of one request. */
export interface RequestLimits {
  /** Milliseconds until the head of the answer. */
  headMs: number
  /** Milliseconds until the end of the answer. */
  wholeMs: number
  tries: number
}

/** Reads have a caller waiting; writes are made by jobs and commands, which can wait longer. */
const READING: RequestLimits = { headMs: 4_000, wholeMs: 15_000, tries: 3 }
const WRITING: RequestLimits = { headMs: 20_000, wholeMs: 30_000, tries: 3 }
const FIRST_PAUSE_MS = 100

/** Status codes that a retry often avoids. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504])
const TRANSIENT_FAULTS = new Set(['refused', 'reset', 'network'])

/** In bytes; much larger than any transcript. */
const LARGEST_OBJECT = 256 * 1024 * 1024

interface Operation {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  body?: Uint8Array
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * An S3-compatible bucket: reads, writes and removes objects by name, and never lists. aws4fetch signs the requests.
 */
export class Bucket {
  /** aws4fetch's cache of signing keys, one per day. */
  private readonly derived = new Map<string, ArrayBuffer>()

  constructor(
    private readonly settings: BucketSettings,
    private readonly safeFetch: SafeFetch,
  ) {}

  /** `s3://bucket/prefix`, for messages. */
  get name(): string {
    return this.settings.name
  }

  /** @throws BucketError */
  async put(key: string, body: Uint8Array, limits: Partial<RequestLimits> = {}): Promise<void> {
    const answer = await this.ask({ method: 'PUT', key, body }, { ...WRITING, ...limits })
    if (answer.status !== 200) throw this.refusal(answer)
  }

  /** @throws BucketError; its code tells a missing object from an unreachable bucket */
  async get(key: string, limits: Partial<RequestLimits> = {}): Promise<Buffer> {
    const answer = await this.ask({ method: 'GET', key }, { ...READING, ...limits })
    if (answer.status === 200) return answer.body
    if (isMissing(answer)) {
      throw new BucketError('BUCKET_OBJECT_MISSING', `there is no object ${key} in ${this.name}`)
    }
    throw this.refusal(answer)
  }

  /** Succeeds when the object does not exist. @throws BucketError */
  async remove(key: string, limits: Partial<RequestLimits> = {}): Promise<void> {
    const answer = await this.ask({ method: 'DELETE', key }, { ...WRITING, ...limits })
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw this.refusal(answer)
  }

  private async ask(asked: Operation, limits: RequestLimits): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      const isLast = tried >= limits.tries
      try {
        const answer = await this.send(asked, limits)
        if (isLast || !TRANSIENT_STATUSES.has(answer.status)) return answer
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        if (isLast || !TRANSIENT_FAULTS.has(error.code)) {
          throw new BucketError('BUCKET_UNAVAILABLE', `${this.name}: ${error.message}`)
        }
      }
      await pause(FIRST_PAUSE_MS * 4 ** (tried - 1))
    }
  }

  private async send({ method, key, body }: Operation, { headMs, wholeMs }: RequestLimits): Promise<Answer> {
    const { url, region, accessKeyId, secretAccessKey, sessionToken } = this.settings
    const signed = await new AwsV4Signer({
      method,
      url: url + key,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      sessionToken,
      cache: this.derived,
    }).sign()
    const response = await this.safeFetch.fetch(signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : undefined,
      headTimeoutMs: headMs,
      timeoutMs: wholeMs,
      maxBytes: LARGEST_OBJECT,
      trusted: true,
    })
    return { status: response.status, headers: response.headers, body: await response.body() }
  }

  private refusal(answer: Answer): BucketError {
    const code = codeOf(answer)
    const region = answer.headers['x-amz-bucket-region']
    const elsewhere = region && region !== this.settings.region ? `: the bucket is in ${region}` : ''
    return new BucketError(
      'BUCKET_UNAVAILABLE',
      `${this.name} answered ${answer.status}${code === '' ? '' : ` (${code})`}${elsewhere}`,
    )
  }
}

/** Checks the code too: a server that does not speak S3 also answers 404. */
const isMissing = (answer: Answer) => answer.status === 404 && codeOf(answer) === 'NoSuchKey'

/** The error code of S3. The rest of the answer is dropped, because it may reveal what was signed. */
function codeOf({ body }: Answer): string {
  return /<Code>([\w.]{1,100})<\/Code>/.exec(body.subarray(0, 2000).toString())?.[1] ?? ''
}
