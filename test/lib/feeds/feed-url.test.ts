import { expect } from 'chai'
import { normaliseFeedUrl } from '../../../lib/feeds/feed-url.js'
import { FeedError } from '../../../lib/feeds/types.js'

describe('the address of a feed', () => {
  const spellings: Array<[string, string]> = [
    ['https://example.org/feed.xml', 'https://example.org/feed.xml'],
    [' HTTPS://Example.ORG:443/Feed.xml?b=2&a=1#top ', 'https://example.org/Feed.xml?b=2&a=1'],
    ['http://example.org', 'http://example.org/'],
    ['example.org/feed.xml', 'https://example.org/feed.xml'],
    ['feed://example.org/feed.xml', 'http://example.org/feed.xml'],
    ['feed:https://example.org/feed.xml', 'https://example.org/feed.xml'],
    ['pcast://example.org/feed.xml', 'http://example.org/feed.xml'],
    ['http://127.0.0.1:8080/feed.xml', 'http://127.0.0.1:8080/feed.xml'],
  ]
  for (const [given, stored] of spellings) {
    it(`the feed address ${JSON.stringify(given)} is stored as ${stored}`, () =>
      expect(normaliseFeedUrl(given)).to.equal(stored))
  }

  for (const given of [
    '',
    'feed',
    'ftp://example.org/a',
    'file:///etc/passwd',
    'http://',
    'javascript:alert(1)',
  ]) {
    it(`${JSON.stringify(given)} is not the address of a feed`, () =>
      expect(() => normaliseFeedUrl(given)).to.throw(FeedError))
  }
})
