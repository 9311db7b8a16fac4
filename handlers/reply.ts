import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import type { Caller } from '../lib/accounts/account.js'
import type { FileReply, Reply } from './operation.js'
import type { Problem } from './problem.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** State of one request in `ctx.state`. Inner middleware writes it; the outermost one sends, measures and logs it. */
export interface ResponseState {
  requestId: string
  /** Headers of the response, whichever middleware answers. */
  headers: Record<string, string | number>
  /** The reply of an operation, or its error. Pages write to Koa's context instead. */
  reply?: Reply | Problem
  /** The operation id, or the path of a page. */
  operation?: string | undefined
  /** The MCP tool that was called. */
  tool?: string
  caller?: Caller
}

/** Sends `ctx.state.reply`, or what a page wrote to Koa's context. */
export function sendReply(ctx: Context): void {
  const { reply, headers } = ctx.state as ResponseState
  if (reply && 'headers' in reply) Object.assign(headers, reply.headers)
  // If the client has gone, let Koa end the response.
  if (!reply || 'file' in reply || !ctx.writable) leaveToKoa(ctx)
  else sendAtOnce(ctx, reply, headers)
}

/** Bypasses Koa and writes all headers at once: header by header takes a quarter of the time of a short request. */
function sendAtOnce(
  ctx: Context,
  reply: Problem | Exclude<Reply, FileReply>,
  headers: ResponseState['headers'],
): void {
  ctx.respond = false
  const text = 'body' in reply ? JSON.stringify(reply.body) : ''
  if (text !== '') {
    headers['Content-Type'] = JSON_TYPE
    headers['Content-Length'] = Buffer.byteLength(text)
  }
  // With its reason phrase: a page that failed half-way may have set another.
  ctx.res.writeHead(reply.status, STATUS_CODES[reply.status] ?? '', headers).end(text)
}

/** Lets Koa send files, which may be streams, and pages. */
function leaveToKoa(ctx: Context): void {
  const { reply, headers } = ctx.state as ResponseState
  for (const [name, value] of Object.entries(headers)) ctx.res.setHeader(name, value)
  if (!reply) return
  ctx.status = reply.status
  if ('file' in reply) {
    ctx.set('Content-Type', reply.file.contentType)
    ctx.set('Content-Disposition', reply.file.disposition)
    ctx.body = reply.file.content
  }
}
