import { expect } from 'chai'
import { feedProblemOf } from '../../../lib/feeds/fetch-feed.js'
import type { FeedProblem } from '../../../lib/feeds/types.js'
import { asFetchError, type FetchErrorCode } from '../../../lib/net/fetch-error.js'
import { currentApp, useApp } from '../../support/app.js'
import { aFeed, anItem } from '../../support/feed-server.js'
import { FEED_ENVIRONMENT, usePublisher } from '../../support/feeds.js'

/** The kinds that the errors of Node, OpenSSL and undici come to. */
const KINDS: Partial<Record<FetchErrorCode, FeedProblem>> = {
  dns: 'unreachable',
  refused: 'unreachable',
  unreachable: 'unreachable',
  reset: 'unreachable',
  protocol: 'unreachable',
  network: 'unreachable',
  timeout: 'timeout',
  tls: 'tls',
  too_large: 'too_large',
}

const NODE_CODES = [
  'ENOTFOUND EAI_AGAIN ECONNREFUSED EHOSTUNREACH ENETUNREACH EACCES ETIMEDOUT UND_ERR_BODY_TIMEOUT ECONNRESET EPIPE',
  'UND_ERR_HEADERS_OVERFLOW UND_ERR_RES_CONTENT_LENGTH_MISMATCH CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER HPE_INVALID_CONSTANT OTHER',
]
  .join(' ')
  .split(' ')

describe("The kind of a feed's last error", () => {
  useApp({ environment: FEED_ENVIRONMENT })
  const publisher = usePublisher()

  for (const code of NODE_CODES) {
    it(`the kind of error is known for a request that fails with ${code}`, () => {
      const fault = asFetchError(Object.assign(new Error(code), { code }))

      expect(feedProblemOf(fault), fault.message).to.equal(KINDS[fault.code])
    })
  }

  const item = anItem({})
  const answers: Record<string, [FeedProblem, Parameters<typeof publisher.server.serve>[1]]> = {
    'a status of 500': ['http_error', { status: 500 }],
    'a status of 410': ['gone', { status: 410 }],
    'a redirect to itself': ['unreachable', { status: 302, headers: { location: '/feed.xml' } }],
    'a redirect to no address': ['unreachable', { status: 302, headers: { location: 'http://[' } }],
    'a redirect to another protocol': [
      'not_allowed',
      { status: 302, headers: { location: 'ftp://example.org/' } },
    ],
    'a redirect to a private address': [
      'not_allowed',
      { status: 302, headers: { location: 'http://10.0.0.7/' } },
    ],
    'a broken connection': ['unreachable', (_request, response) => void response.destroy()],
    'an unknown encoding': ['not_a_feed', { headers: { 'content-encoding': 'squeezed' }, body: 'x' }],
    'an encoding that it does not have': [
      'not_a_feed',
      { headers: { 'content-encoding': 'gzip' }, body: 'x' },
    ],
    'more than 20 MB': ['too_large', { body: 'x'.repeat(20_000_001) }],
    nothing: ['not_a_feed', { body: '' }],
    text: ['not_a_feed', { body: 'It works!' }],
    'a web page': ['not_a_feed', { body: '<html><body>Hello</body></html>' }],
    'half a feed': ['not_a_feed', { body: aFeed([item]).slice(0, -20) }],
    'elements nested without end': ['not_a_feed', { body: `<rss><channel>${'<a>'.repeat(10_000)}` }],
    'an element with 100,000 attributes': [
      'too_large',
      { body: `<rss><channel ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')}>` },
    ],
  }
  for (const [what, [kind, answer]] of Object.entries(answers)) {
    it(`the kind of error is known for a server that answers with ${what}`, async () => {
      const feed = await publisher.follow(publisher.publish([item]))
      publisher.server.serve('/feed.xml', answer)
      await currentApp().services.feeds.poll([feed.uuid])

      const { problem, lastError } = await publisher.health(feed)
      expect(problem, lastError).to.equal(kind)
    })
  }

  it('the kind of error is known for a feed that has moved to a followed one', async () => {
    const other = publisher.publish([item], { path: '/other.xml' })
    await publisher.follow(other)
    const feed = await publisher.follow(publisher.publish([item]))
    publisher.server.serve('/feed.xml', { status: 301, headers: { location: other } })
    await currentApp().services.feeds.poll([feed.uuid])

    expect((await publisher.health(feed)).problem).to.equal('other')
  })

  it('the kind of error is forgotten once a poll succeeds', async () => {
    const feed = await publisher.follow(publisher.publish([item]))
    const { feeds } = currentApp().services
    publisher.server.serve('/feed.xml', { status: 500 })
    await feeds.poll([feed.uuid])
    const failing = await publisher.health(feed)
    publisher.publish([item])
    await feeds.poll([feed.uuid])

    expect([failing.problem, (await publisher.health(feed)).problem]).to.deep.equal(['http_error', null])
  })

  it('the kind of error follows the message that a server of an older version wrote beside this one', async () => {
    const feed = await publisher.follow(publisher.publish([item]))
    const olderServerWrites = (message: string) =>
      currentApp().db.run('UPDATE feeds SET poll_error = :message WHERE uuid = :uuid', {
        message,
        uuid: feed.uuid,
      })

    await olderServerWrites('The server answered 500.')
    const failing = await publisher.health(feed)
    publisher.server.serve('/feed.xml', { status: 500 })
    await currentApp().services.feeds.poll([feed.uuid])
    await olderServerWrites('')

    expect([failing.problem, (await publisher.health(feed)).problem]).to.deep.equal(['other', null])
  })
})
