import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FetchError, type SafeFetch } from '../safe-fetch.js'
import { BucketError } from './bucket-error.js'
import type { BucketSettings } from './settings.js'

/** How long one request may take, and how often it is tried. */
export interface Patience {
  /** To the head of the answer, in milliseconds. */
  headMs: number
  /** To its end. */
  wholeMs: number
  tries: number
}

/** Somebody waits for what is read; what is written is waited for by jobs and commands. */
const READING: Patience = { headMs: 4_000, wholeMs: 15_000, tries: 3 }
const WRITING: Patience = { headMs: 20_000, wholeMs: 30_000, tries: 3 }
const FIRST_PAUSE_MS = 100

/** Faults that a second request often does not meet. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])
const PASSING_FAULTS = new Set(['refused', 'reset', 'network'])

/** No transcript that was put comes near it; bytes. */
const LARGEST_OBJECT = 256 * 1024 * 1024

interface Asked {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  body?: Uint8Array
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** An S3-compatible bucket: objects by name, no listing. Requests are signed by aws4fetch and go out like all others. */
export class Bucket {
  /** Keys derived from the secret, one a day, as aws4fetch keeps them. */
  private readonly derived = new Map<string, ArrayBuffer>()

  constructor(
    private readonly settings: BucketSettings,
    private readonly safeFetch: SafeFetch,
  ) {}

  /** As people call it. */
  get name(): string {
    return this.settings.name
  }

  /** @throws BucketError */
  async put(key: string, body: Uint8Array, patience: Partial<Patience> = {}): Promise<void> {
    const answer = await this.ask({ method: 'PUT', key, body }, { ...WRITING, ...patience })
    if (answer.status !== 200) throw this.refusal(answer)
  }

  /** @throws BucketError; its code tells a missing object from a bucket that is away */
  async get(key: string, patience: Partial<Patience> = {}): Promise<Buffer> {
    const answer = await this.ask({ method: 'GET', key }, { ...READING, ...patience })
    if (answer.status === 200) return answer.body
    if (isMissing(answer)) {
      throw new BucketError('BUCKET_OBJECT_MISSING', `there is no object ${key} in ${this.name}`)
    }
    throw this.refusal(answer)
  }

  /** An object that is not there is removed already. @throws BucketError */
  async remove(key: string, patience: Partial<Patience> = {}): Promise<void> {
    const answer = await this.ask({ method: 'DELETE', key }, { ...WRITING, ...patience })
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw this.refusal(answer)
  }

  private async ask(asked: Asked, patience: Patience): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      const isLast = tried >= patience.tries
      try {
        const answer = await this.send(asked, patience)
        if (isLast || !PASSING.has(answer.status)) return answer
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        if (isLast || !PASSING_FAULTS.has(error.code)) {
          throw new BucketError('BUCKET_UNAVAILABLE', `${this.name}: ${error.message}`)
        }
      }
      await pause(FIRST_PAUSE_MS * 4 ** (tried - 1))
    }
  }

  private async send({ method, key, body }: Asked, { headMs, wholeMs }: Patience): Promise<Answer> {
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

/** Said outright: a server that is no S3 at all answers 404 too. */
const isMissing = (answer: Answer) => answer.status === 404 && codeOf(answer) === 'NoSuchKey'

/** What S3 calls the fault; the rest of such an answer may tell what was signed. */
function codeOf({ body }: Answer): string {
  return /<Code>([\w.]{1,100})<\/Code>/.exec(body.subarray(0, 2000).toString())?.[1] ?? ''
}
