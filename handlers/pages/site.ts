import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import type { Services } from '../../lib/services.js'
import { escapeHtml } from '../../lib/text/escape-html.js'
import { readOnce } from '../read-once.js'

/** Allows only this server's own files: no inline scripts, no frames, nothing from other sites. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const ours = (name: string) => fileURLToPath(new URL(`./site/${name}`, import.meta.url))
const rendererFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Files by path. Swagger UI is served as its package ships it. */
const FILES: Readonly<Record<string, string>> = {
  '/': ours('home.html'),
  '/site.css': ours('site.css'),
  '/docs': ours('docs.html'),
  '/docs/reference.css': ours('reference.css'),
  '/docs/start.js': ours('start.js'),
  '/docs/swagger-ui.css': join(rendererFolder, 'swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': join(rendererFolder, 'swagger-ui-bundle.js'),
}

export const SITE_PATHS = Object.keys(FILES)

const TYPES: Record<string, string> = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

const compress = promisify(gzip)

/** The home page shows the server's address, and links to the console unless the server runs without it. */
function homePage(text: string, baseUrl: string, hasConsole: boolean): string {
  const page = text.replaceAll('BASE_URL', escapeHtml(baseUrl))
  return hasConsole ? page : page.replace(/^.*href="console".*\n/m, '')
}

async function load(file: string, home: (text: string) => string) {
  const text = await readFile(file, 'utf8')
  const plain = Buffer.from(file === FILES['/'] ? home(text) : text)
  return { plain, gzipped: await compress(plain) }
}

/** Serves the home page and the interactive API reference. */
export function sitePages(
  { publicAddress }: Pick<Services, 'publicAddress'>,
  { hasConsole }: { hasConsole: boolean },
): Middleware {
  const home = (text: string) => homePage(text, publicAddress.baseUrl, hasConsole)
  const loaded = readOnce((file) => load(file, home))
  return async (ctx: Context) => {
    const file = FILES[ctx.path]!
    const { plain, gzipped } = await loaded(file)
    const extension = file.slice(file.lastIndexOf('.') + 1)
    ctx.set('Content-Security-Policy', PAGE_POLICY)
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Cache-Control', extension === 'html' ? 'no-cache' : 'public, max-age=86400')
    ctx.set('Content-Type', `${TYPES[extension]}; charset=utf-8`)
    ctx.vary('Accept-Encoding')
    if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
      ctx.set('Content-Encoding', 'gzip')
      ctx.body = gzipped
    } else {
      ctx.body = plain
    }
  }
}
