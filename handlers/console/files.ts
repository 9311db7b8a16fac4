import { readFile } from 'node:fs/promises'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import { readOnce } from '../read-once.js'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src https: http:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

export const CONSOLE_PATH = '/console'
const ASSETS = `${CONSOLE_PATH}/assets/`
const A_YEAR = 'public, max-age=31536000, immutable'

/** Written by scripts/bundle-console.mjs, each file compressed as well: `.br` and `.gz` beside it. */
const FOLDER = new URL('./assets/', import.meta.url)
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }
const ENCODINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' }

interface Manifest {
  script: string
  style: string
  /** Modules that the script imports. */
  shared: string[]
  /** Modules of the pages that are not part of the first load. */
  later: string[]
  files: string[]
}

/** No page of the console is deeper. Each level adds `../` to the address of every module in a page. */
const DEEPEST_PAGE = 10

const FIRST_PAGES: readonly string[] = [CONSOLE_PATH, `${CONSOLE_PATH}/sign-in`]

/**
 * The HTML of every URL of the console; the script decides what to show. Addresses are relative, so that they also work
 * behind a proxy that adds a prefix. The page names all modules, so that the browser fetches them at once.
 */
function shell({ script, style, shared, later }: Manifest, path: string): string {
  const depth = path.split('/').length - 2
  if (depth > DEEPEST_PAGE) throw new AppError('not_found')
  const assets = depth === 0 ? 'console/assets/' : `${'../'.repeat(depth - 1)}assets/`
  const modules = FIRST_PAGES.includes(path) ? shared : [...shared, ...later]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Overheard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}${style}">
<script type="module" src="${assets}${script}"></script>
${modules.map((name) => `<link rel="modulepreload" href="${assets}${name}">`).join('\n')}
</head>
<body>
<noscript><p>The console is a program that runs in the browser: please switch JavaScript on for this page. Everything that it shows is also in the HTTP API.</p></noscript>
<div id="app"></div>
</body>
</html>
`
}

/** Sets the headers of every response of the console, refusals included. No response is cached unless its file sets otherwise. */
export const protectsConsole: Middleware = (ctx, next) => {
  if (isOfConsole(ctx.path)) {
    ctx.set('Content-Security-Policy', POLICY)
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Cache-Control', 'no-store')
  }
  return next()
}

const isOfConsole = (path: string) => path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`)

/** The pages of the console and the files that they load. */
export function servesConsoleFiles(): Middleware {
  const manifest = readOnce(
    async (name) => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')) as Manifest,
  )
  const file = readOnce((name) => readFile(new URL(name, FOLDER)))

  async function sendAsset(ctx: Context, name: string): Promise<void> {
    const { files } = await manifest('manifest.json')
    if (!files.includes(name)) throw new AppError('not_found')
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity'
    ctx.set('Cache-Control', A_YEAR)
    ctx.set('Content-Type', `${TYPES[name.slice(name.lastIndexOf('.') + 1)]}; charset=utf-8`)
    ctx.vary('Accept-Encoding')
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
    ctx.body = await file(`${name}${ENCODINGS[encoding]}`)
  }

  return async (ctx, next) => {
    const { path } = ctx
    if (!isOfConsole(path)) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new AppError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    }
    ctx._matchedRoute = CONSOLE_PATH
    if (path.startsWith(ASSETS)) return sendAsset(ctx, path.slice(ASSETS.length))
    ctx.set('Cache-Control', 'no-cache')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = shell(await manifest('manifest.json'), path)
  }
}
