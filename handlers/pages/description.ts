import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context, Middleware } from 'koa'
import type { Services } from '../../lib/services.js'

const JSON_PATH = '/api/v1/openapi.json'
const YAML_PATH = '/api/v1/openapi.yaml'

/** Served without a key, unlike all other paths below `/api/v1`. */
export const DESCRIPTION_PATHS: ReadonlySet<string> = new Set([JSON_PATH, YAML_PATH])

interface Rendered {
  /** In bytes: a text would be encoded again for each answer. */
  body: Buffer
  etag: string
}

const readGenerated = (name: string) => readFile(new URL(`../../generated/${name}`, import.meta.url), 'utf8')

const serversOf = (baseUrl: string) => [{ url: `${baseUrl}/api/v1`, description: 'This server' }]

/** The bundled OpenAPI document with this server's address. */
export async function readDescription(baseUrl: string): Promise<Record<string, unknown>> {
  return { ...JSON.parse(await readGenerated('openapi.json')), servers: serversOf(baseUrl) }
}

async function textOf(path: string, baseUrl: string): Promise<string> {
  if (path === JSON_PATH) return `${JSON.stringify(await readDescription(baseUrl), null, 2)}\n`
  // JSON is valid YAML, so the servers are appended as JSON.
  return `${await readGenerated('openapi.yaml')}servers: ${JSON.stringify(serversOf(baseUrl))}\n`
}

async function render(path: string, baseUrl: string): Promise<Rendered> {
  const body = Buffer.from(await textOf(path, baseUrl))
  return { body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22) }
}

/** Serves the description as JSON and YAML. Each is rendered at its first request. */
export function descriptionPages({ publicAddress }: Pick<Services, 'publicAddress'>): Middleware {
  const rendered = new Map<string, Promise<Rendered>>()
  return async (ctx: Context) => {
    const known = rendered.get(ctx.path) ?? render(ctx.path, publicAddress.baseUrl)
    rendered.set(ctx.path, known)
    // If reading fails, the next request tries again.
    known.catch(() => rendered.delete(ctx.path))
    const { body, etag } = await known
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cache-Control', 'no-cache')
    ctx.etag = etag
    ctx.type = ctx.path === JSON_PATH ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8'
    // Koa's `fresh` ignores the tag because fetch() sends it with `Cache-Control: no-cache`.
    if (ctx.get('If-None-Match').includes(`"${etag}"`)) ctx.status = 304
    else ctx.body = body
  }
}
