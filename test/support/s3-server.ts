import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenAtLastingPort } from './lasting-port.js'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface S3Request {
  method: string
  /** Bucket and key. */
  path: string
}

/** In place of an answer; where it is a function, that is called and nothing answers. */
export type S3Trouble = { status: number; code?: string; headers?: Record<string, string> } | (() => void)

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** What S3 refuses. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

/** Signed requests may be this far from the server's clock. */
const SKEW_MS = 15 * 60_000

/**
 * The signature of version 4 that a request should carry, made from what arrived and the secret, step by step as the
 * documentation of AWS has it. `headers` are those that the request says are signed.
 */
export function signatureOf(request: {
  method: string
  /** As sent, percent-encoded. */
  path: string
  query: string
  headers: ReadonlyArray<readonly [name: string, value: string]>
  bodyHash: string
  date: string
  region: string
  secretAccessKey: string
}): string {
  const { method, path, query, headers, bodyHash, date, region, secretAccessKey } = request
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    headers.map(([name]) => name).join(';'),
    bodyHash,
  ].join('\n')
  const signed = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return createHmac('sha256', key).update(signed).digest('hex')
}

/** A server that holds one bucket in memory and speaks as much of S3 as objects by name need. */
export class S3Server {
  /** By key, the prefix included. */
  readonly objects = new Map<string, Buffer>()
  readonly requests: S3Request[] = []
  /** Before each answer, as a bucket far away takes; milliseconds. */
  delayMs = 0
  readonly bucket = 'newsroom'
  readonly region = 'eu-central-1'
  readonly credentials: S3Credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/secret+key' }
  private readonly waiting: Array<{ method: string; count: number; resolve: () => void }> = []
  /** Settled unless answers are held. */
  private held: Promise<void> = Promise.resolve()
  private trouble: S3Trouble | undefined
  private troubleLeft = 0
  private server: Server | undefined
  private port = 0

  static async start(): Promise<S3Server> {
    const started = new S3Server()
    await started.comeBack()
    return started
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** What an operator sets. */
  environment(prefix = 'overheard'): Record<string, string> {
    const { accessKeyId, secretAccessKey, sessionToken } = this.credentials
    return {
      OVERHEARD_TRANSCRIPTS: `s3://${this.bucket}/${prefix}`,
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_REGION: this.region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      ...(sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: sessionToken }),
    }
  }

  /** Keys of transcripts, oldest first. */
  get transcripts(): string[] {
    return [...this.objects.keys()].filter((key) => key.endsWith('.json.gz'))
  }

  count(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  /** Once so many requests of a method have come in all; however long that takes. */
  reached(method: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ method, count, resolve })
      this.tellWaiting()
    })
  }

  /** Reads wait for their answers until the function that this returns is called. */
  holdReads(): () => void {
    let release = () => {}
    this.held = new Promise((resolve) => {
      release = resolve
    })
    return release
  }

  /** Answers so from now on, `times` requests long. */
  fail(trouble: S3Trouble, times = Number.POSITIVE_INFINITY): void {
    this.trouble = trouble
    this.troubleLeft = times
  }

  recover(): void {
    this.troubleLeft = 0
  }

  /** Whatever was wrong with it is over. */
  async beThere(): Promise<void> {
    this.recover()
    if (!this.server) await this.comeBack()
  }

  /** Nothing listens any more; what is held stays held. */
  async goAway(): Promise<void> {
    const { server } = this
    this.server = undefined
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  async comeBack(): Promise<void> {
    this.server = createServer((request, response) => void this.take(request, response))
    if (this.port === 0) this.port = await listenAtLastingPort(this.server, '127.0.0.1')
    else await once(this.server.listen(this.port, '127.0.0.1'), 'listening')
  }

  close(): Promise<void> {
    return this.goAway()
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (!body) return
    if (this.delayMs > 0) await pause(this.delayMs)
    const { method = '', url = '' } = request
    this.requests.push({ method, path: url })
    this.tellWaiting()
    if (method === 'GET') await this.held
    if (this.trouble && this.troubleLeft > 0) {
      this.troubleLeft -= 1
      if (typeof this.trouble === 'function') return this.trouble()
      const { status, code, headers } = this.trouble
      response.writeHead(status, headers).end(code && faultDocument(code))
      return
    }
    try {
      this.verify(request, body)
      this.answer(method, url, body, response)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      response.writeHead(error.status, { 'content-type': 'application/xml' }).end(faultDocument(error.code))
    }
  }

  private tellWaiting(): void {
    for (const { method, count, resolve } of this.waiting) if (this.count(method) >= count) resolve()
  }

  private answer(method: string, url: string, body: Buffer, response: ServerResponse): void {
    const [, bucket, ...parts] = url.split('/')
    if (bucket !== this.bucket) throw new Refusal(404, 'NoSuchBucket')
    const key = decodeURIComponent(parts.join('/'))
    if (method === 'PUT') {
      this.objects.set(key, body)
      response.writeHead(200).end()
    } else if (method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else {
      const found = this.objects.get(key)
      if (!found) throw new Refusal(404, 'NoSuchKey')
      response.writeHead(200, { 'content-length': found.length }).end(found)
    }
  }

  private verify(request: IncomingMessage, body: Buffer): void {
    const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': bodyHash } = request.headers
    const [, keyId, , region, names, given] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
        authorization,
      ) ?? []
    const { accessKeyId, secretAccessKey, sessionToken } = this.credentials
    if (keyId === undefined) throw new Refusal(403, 'AccessDenied')
    if (keyId !== accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId')
    if (region !== this.region) throw new Refusal(400, 'AuthorizationHeaderMalformed')
    if (request.headers['x-amz-security-token'] !== sessionToken) throw new Refusal(400, 'InvalidToken')
    if (Math.abs(readDate(String(date)) - Date.now()) > SKEW_MS)
      throw new Refusal(403, 'RequestTimeTooSkewed')
    if (bodyHash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
    const signedNames = names!.split(';')
    const needed = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
    if (!needed.every((name) => signedNames.includes(name))) throw new Refusal(403, 'AccessDenied')
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const expected = signatureOf({
      method: request.method ?? '',
      path,
      query,
      headers: signedNames.map((name) => [name, String(request.headers[name] ?? '')]),
      bodyHash,
      date: String(date),
      region,
      secretAccessKey,
    })
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given!))) {
      throw new Refusal(403, 'SignatureDoesNotMatch')
    }
  }
}

/** Undefined where the sender left in the middle. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch {
    return undefined
  }
}

const faultDocument = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`

/** `20261121T120000Z` */
function readDate(text: string): number {
  return Date.parse(
    text.replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      (_, year, month, day, hour, minute, second) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    ),
  )
}
