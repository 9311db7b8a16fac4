import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import type { Caller } from '../lib/accounts/account.js'
import type { FileReply, Reply } from './operation.js'
import type { Problem } from './problem.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** What those who answer a request leave in `ctx.state`, for the outermost one to send, count and log. */
export interface AnswerState {
  requestId: string
  /** Of the answer, whoever gives it. */
  headers: Record<string, string | number>
  /** Of an operation, or why there is none; pages write into Koa's context instead. */
  reply?: Reply | Problem
  /** The operation's id, or the page's path. */
  operation?: string
  /** Of the assistant tools. */
  tool?: string
  caller?: Caller
}

/** Sends what was left in `ctx.state`, or what a page wrote. */
export function sendReply(ctx: Context): void {
  const { reply, headers } = ctx.state as AnswerState
  if (reply && 'headers' in reply) Object.assign(headers, reply.headers)
  // Where nobody is there any more to read it, Koa knows how to end that.
  if (!reply || 'file' in reply || !ctx.writable) leaveToKoa(ctx)
  else sendAtOnce(ctx, reply, headers)
}

/** Past Koa, with the head in one piece: set header by header it takes a quarter of the time of a short request. */
function sendAtOnce(
  ctx: Context,
  reply: Problem | Exclude<Reply, FileReply>,
  headers: AnswerState['headers'],
): void {
  ctx.respond = false
  const text = 'body' in reply ? JSON.stringify(reply.body) : ''
  if (text !== '') {
    headers['Content-Type'] = JSON_TYPE
    headers['Content-Length'] = Buffer.byteLength(text)
  }
  // With its reason: a page that gave up in the middle may have left another.
  ctx.res.writeHead(reply.status, STATUS_CODES[reply.status] ?? '', headers).end(text)
}

/** A file may be a stream. */
function leaveToKoa(ctx: Context): void {
  const { reply, headers } = ctx.state as AnswerState
  for (const [name, value] of Object.entries(headers)) ctx.res.setHeader(name, value)
  if (!reply) return
  ctx.status = reply.status
  if ('file' in reply) {
    ctx.set('Content-Type', reply.file.contentType)
    ctx.set('Content-Disposition', reply.file.disposition)
    ctx.body = reply.file.content
  }
}
