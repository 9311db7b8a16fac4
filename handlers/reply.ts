import type { Context } from 'koa'
import type { AppError } from '../lib/errors.js'
import type { Reply } from './operation.js'
import { problemOf } from './problem.js'

const JSON_TYPE = 'application/json; charset=utf-8'

export function writeReply(ctx: Context, reply: Reply): void {
  ctx.status = reply.status
  if ('file' in reply) {
    ctx.set('Content-Type', reply.file.contentType)
    ctx.set('Content-Disposition', reply.file.disposition)
    ctx.body = reply.file.content
  } else if ('body' in reply) {
    ctx.set('Content-Type', JSON_TYPE)
    ctx.body = JSON.stringify(reply.body)
  }
}

/** The error envelope. */
export function writeProblem(ctx: Context, error: AppError): void {
  const { status, headers, body } = problemOf(error)
  ctx.status = status
  ctx.set(headers)
  ctx.set('Content-Type', JSON_TYPE)
  ctx.body = JSON.stringify(body)
}
