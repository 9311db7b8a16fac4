import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context, Middleware } from 'koa'
import type { Services } from '../../lib/services.js'
import { readOnce } from '../read-once.js'

const JSON_PATH = '/api/v1/openapi.json'
const YAML_PATH = '/api/v1/openapi.yaml'

/** Served without a key, unlike all other paths below `/api/v1`. */
export const DESCRIPTION_PATHS: ReadonlySet<string> = new Set([JSON_PATH, YAML_PATH])

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

async function render(path: string, baseUrl: string) {
  // In bytes: a text would be encoded again for each answer.
  const body = Buffer.from(await textOf(path, baseUrl))
  return { body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22) }
}

/** Serves the description as JSON and YAML. Each is rendered at its first request. */
export function descriptionPages({ publicAddress }: Pick<Services, 'publicAddress'>): Middleware {
  // The address is known once the server listens.
  const rendered = readOnce((path) => render(path, publicAddress.baseUrl))
  return async (ctx: Context) => {
    const { body, etag } = await rendered(ctx.path)
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cache-Control', 'no-cache')
    ctx.etag = etag
    ctx.type = ctx.path === JSON_PATH ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8'
    // Koa's `fresh` ignores the tag because fetch() sends it with `Cache-Control: no-cache`.
    if (ctx.get('If-None-Match').includes(`"${etag}"`)) ctx.status = 304
    else ctx.body = body
  }
}
