import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import bodyParser from 'koa-bodyparser'

const options = {
  enableTypes: ['text'],
  // 1 MiB, before and after decompression
  textLimit: '1mb',
  // Return bytes: the parser would silently replace invalid UTF-8.
  encoding: null,
}
// The package's types do not allow a null encoding.
const parse = bodyParser(options as unknown as bodyParser.Options)

const done = async () => {}
const NOTHING = Buffer.alloc(0)

/**
 * The decompressed bytes of the body; empty if there is no body.
 * @throws an error for `bodyErrorMessage`
 */
export async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const { headers } = req
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return NOTHING
  // Content codings are case-insensitive, and `x-gzip` means `gzip` (RFC 9110, 8.4.1); the parser expects lower case.
  const coding = headers['content-encoding']?.toLowerCase()
  if (coding !== undefined) headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding
  // Let the parser accept every content type; the caller checks it.
  const request: { body?: Buffer | ''; is(): true } = { is: () => true }
  await parse({ req, request } as unknown as Context, done)
  return request.body || NOTHING
}

/** Why the body could not be read; completes "the body …". */
export function bodyErrorMessage(error: unknown): string {
  const { type, status, code } = error as { type?: string; status?: number; code?: string }
  if (type === 'entity.too.large') return 'must not be larger than 1 MiB'
  if (status === 415) return 'must have the Content-Encoding gzip, deflate, br or identity'
  // Brotli's codes look like ERR__ERROR_FORMAT_PADDING_1.
  if (/^(Z_|ERR_)/.test(code ?? '')) return 'cannot be decompressed as its Content-Encoding says'
  return 'must be a JSON object'
}
