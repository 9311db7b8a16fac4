import type { OperationId } from '../../generated/operations.js'
import { checkAnswer } from './check-answer.js'
import { describedOperations } from './described-operations.js'

// biome-ignore lint/suspicious/noExplicitAny: every body has been checked against the description
export type Json = any

/** What came back. `body` is the parsed JSON, undefined where the answer is something else or empty. */
export interface Answer<Body = Json> {
  status: number
  headers: Headers
  text: string
  body: Body
}

type QueryValue = string | number | boolean | undefined
export type Query = Record<string, QueryValue | readonly QueryValue[]>

export interface Sent {
  query?: Query
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
}

export interface SentToOperation extends Sent {
  params?: Record<string, string>
}

/** A client of the API with one key. Every answer is checked against the description: status, headers and body. */
export class Api {
  constructor(
    readonly url: string,
    readonly key?: string,
    /** Sent with every request, for example `X-Service-Team`. */
    readonly headers: Record<string, string> = {},
  ) {}

  /** The same client with other headers on top. */
  with(headers: Record<string, string>): Api {
    return new Api(this.url, this.key, { ...this.headers, ...headers })
  }

  get<Body = Json>(path: string, query?: Query): Promise<Answer<Body>> {
    return this.request('GET', path, { query })
  }

  post<Body = Json>(path: string, body?: unknown): Promise<Answer<Body>> {
    return this.request('POST', path, { body })
  }

  patch<Body = Json>(path: string, body?: unknown): Promise<Answer<Body>> {
    return this.request('PATCH', path, { body })
  }

  delete<Body = Json>(path: string): Promise<Answer<Body>> {
    return this.request('DELETE', path)
  }

  /** By operation id: `api.call('getAlert', { params: { alert_id } })`. */
  call<Body = Json>(id: OperationId, { params = {}, ...sent }: SentToOperation = {}): Promise<Answer<Body>> {
    const operation = describedOperations.find(({ operationId }) => operationId === id)!
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    return this.request(operation.method, path, sent)
  }

  /** `path` is below `/api/v1` and is sent as it is, with `query` behind it. */
  async request<Body = Json>(method: string, path: string, sent: Sent = {}): Promise<Answer<Body>> {
    const target = `${path}${queryString(sent.query)}`
    const response = await fetch(`${this.url}/api/v1${target}`, {
      method,
      headers: {
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...(isRaw(sent.body) || sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...sent.headers,
      },
      body: isRaw(sent.body) ? sent.body : JSON.stringify(sent.body),
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
    checkAnswer(method, target.split('?')[0]!, answer)
    return answer
  }
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

function queryString(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): Array<[string, string]> => (one === undefined ? [] : [[name, String(one)]])),
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}
