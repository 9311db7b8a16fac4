import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import type { Logger } from '../../lib/logger.js'
import { asAppError, problemOf } from '../problem.js'
import type { AnswerState } from '../reply.js'

export interface InProcessRequest {
  method: string
  /** Path and query. */
  target: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** JSON. */
  body?: string
}

export interface InProcessAnswer {
  status: number
  body: unknown
}

/** Where an in-process request is sent, and for which request of the network. */
export interface InProcessApi {
  app: Koa
  /** Answers below `/api/v1`, or throws. */
  middleware: Middleware
  logger: Logger
  /** Of the request of the network: what is said of limits is said in its answer. */
  state: Pick<AnswerState, 'requestId' | 'headers'>
  clientAddress: string
}

/** A request as the network would bring it, without the network. */
function incoming(
  { method, target, headers, body }: InProcessRequest,
  clientAddress: string,
): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: clientAddress })
  const request = new IncomingMessage(socket)
  request.method = method
  request.url = target
  request.headers = { ...headers }
  if (body !== undefined) {
    const bytes = Buffer.from(body)
    request.headers['content-type'] = 'application/json'
    request.headers['content-length'] = String(bytes.length)
    request.push(bytes)
  }
  request.push(null)
  return request
}

/** Sends a request through the API's own middleware, so that keys, limits, checks and answers are the same. */
export async function callInProcess(api: InProcessApi, request: InProcessRequest): Promise<InProcessAnswer> {
  const message = incoming(request, api.clientAddress)
  const ctx = api.app.createContext(message, new ServerResponse(message)) as Koa.Context
  const { requestId, headers } = api.state
  const state: AnswerState = Object.assign(ctx.state, { requestId, headers })
  try {
    await api.middleware(ctx, async () => undefined)
  } catch (error) {
    state.reply = problemOf(asAppError(error, api.logger, requestId))
  }
  const reply = state.reply!
  return { status: reply.status, body: 'body' in reply ? reply.body : undefined }
}
