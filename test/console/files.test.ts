import { expect } from 'chai'
import { currentApp, useApp } from '../support/app.js'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src https: http:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

describe('the files of the console', () => {
  useApp()

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${currentApp().url}${path}`, { headers, redirect: 'manual' })

  const assetsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="((?:\.\.\/|console\/|assets\/)[^"]+)"/g)].map(([, url]) => url!)

  it('the console serves one page at every address, whose policy lets nothing else run', async () => {
    for (const path of ['/console', '/console/alerts', '/console/episodes/1?q=a', '/console/a/b/c']) {
      const response = await get(path)

      expect(response.status, path).to.equal(200)
      expect(response.headers.get('content-security-policy')).to.equal(CSP)
      expect(response.headers.get('referrer-policy')).to.equal('no-referrer')
      expect(response.headers.get('cache-control')).to.equal('no-cache')
      expect(await response.text()).to.match(/<noscript><p>.*JavaScript/)
    }
  })

  it('the headers of the console protect refusals and the routes of the console as well', async () => {
    const refusals = [
      await get('/console/assets/none.js'),
      await get('/console/api/session'),
      await get('/console/api/none'),
      await fetch(`${currentApp().url}/console`, { method: 'POST' }),
      await fetch(`${currentApp().url}/console/api/sign-in`, { method: 'POST' }),
    ]

    expect(refusals.map(({ status }) => status)).to.deep.equal([404, 401, 401, 405, 422])
    for (const { url, headers } of refusals) {
      expect(headers.get('content-security-policy'), url).to.equal(CSP)
      expect(headers.get('referrer-policy'), url).to.equal('no-referrer')
      expect(headers.get('cache-control'), url).to.equal('no-store')
    }
  })

  it('the files of the console are named relative to the page, so that a proxy may add a prefix', async () => {
    for (const path of [
      '/console',
      '/console/',
      '/console/alerts',
      '/console/episodes/1',
      '/console/a/b/c',
    ]) {
      const assets = assetsOf(await (await get(path)).text())

      expect(assets, path).to.have.length(path === '/console' ? 3 : 4)
      for (const asset of assets) {
        const { pathname } = new URL(asset, `https://example.org/overheard${path}`)
        expect(pathname, path).to.match(/^\/overheard\/console\/assets\/[a-z]+-[A-Z0-9]{8}\.(js|css)$/)
        expect((await get(pathname.slice('/overheard'.length))).status).to.equal(200)
      }
    }
  })

  it('the files of the console may be cached for ever, and were compressed beforehand', async () => {
    const [asset] = assetsOf(await (await get('/console')).text())

    for (const encoding of ['br', 'gzip']) {
      const response = await get(`/${asset}`, { 'accept-encoding': encoding })

      expect(response.headers.get('content-encoding')).to.equal(encoding)
      expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect(response.headers.get('vary')).to.equal('Accept-Encoding')
      expect(await response.text()).to.have.length.above(10)
    }
    expect(
      (await get(`/${asset}`, { 'accept-encoding': 'identity' })).headers.get('content-encoding'),
    ).to.equal(null)
  })

  it('the console serves no other files than those that were built', async () => {
    for (const name of ['manifest.json', 'console.js', '..%2fapi.js', 'console-AAAAAAAA.js.br']) {
      expect((await get(`/console/assets/${name}`)).status, name).to.equal(404)
    }
  })

  it('the console serves no page at a depth that no page has', async () => {
    expect((await get(`/console${'/a'.repeat(10)}`)).status).to.equal(200)
    expect((await get(`/console${'/a'.repeat(5_000)}`)).status).to.equal(404)
  })

  it('the files of the console can only be read', async () => {
    const response = await fetch(`${currentApp().url}/console`, { method: 'POST' })

    expect(response.status).to.equal(405)
    expect(response.headers.get('allow')).to.equal('GET, HEAD')
  })
})
