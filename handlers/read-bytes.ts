import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import bodyParser from 'koa-bodyparser'

const options = {
  enableTypes: ['text'],
  // 1 MiB, also once unpacked
  textLimit: '1mb',
  // The parser hands over the bytes: it would replace those that are no UTF-8 without a word.
  encoding: null,
}
// The types do not know that there may be no encoding.
const parse = bodyParser(options as unknown as bodyParser.Options)

const done = async () => {}
const NOTHING = Buffer.alloc(0)

/**
 * The unpacked bytes of the body; none where there is no body.
 * @throws what `complaintOf` explains
 */
export async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const { headers } = req
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return NOTHING
  // Codings are named in any case, and one has two names (RFC 9110, 8.4.1); the parser knows one spelling of each.
  const coding = headers['content-encoding']?.toLowerCase()
  if (coding !== undefined) headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding
  // To the parser everything is text: what type the bytes are of is judged elsewhere.
  const request: { body?: Buffer | ''; is(): true } = { is: () => true }
  await parse({ req, request } as unknown as Context, done)
  return request.body || NOTHING
}

/** Why the bytes of a body cannot be had; completes "the body …". */
export function complaintOf(error: unknown): string {
  const { type, status, code } = error as { type?: string; status?: number; code?: string }
  if (type === 'entity.too.large') return 'must not be larger than 1 MiB'
  if (status === 415) return 'has a Content-Encoding that is not taken here'
  if (code?.startsWith('Z_')) return 'cannot be unpacked'
  return 'must be a JSON object'
}
