import { expect } from 'chai'
import { maskSecrets } from '../../lib/log-secrets.js'

describe('secrets in the log', () => {
  it('fields named like secrets are hidden at any depth, with values of any type', () => {
    const logged = {
      Authorization: 'Bearer x',
      request: { headers: { cookie: 'a=b', host: 'h' }, list: [[{ api_key: 'k', id: 1 }]] },
      a: { b: { c: { d: { e: { metricsToken: 12345, 'set-cookie': ['a=b', 'c="d"'] } } } } },
      keyPrefix: 'ovh_abcdefgh',
      password: null,
      bucket: { secretAccessKey: { value: 'k' }, 'x-amz-security-token': 't', name: 's3://b' },
      auth: { user: 'u', pass: 'p\\"', client_secret: 's', refreshTokens: ['t'] },
    }

    expect(JSON.parse(maskSecrets(`${JSON.stringify(logged)}\n`))).to.deep.equal({
      Authorization: '[hidden]',
      request: { headers: { cookie: '[hidden]', host: 'h' }, list: [[{ api_key: '[hidden]', id: 1 }]] },
      a: { b: { c: { d: { e: { metricsToken: '[hidden]', 'set-cookie': '[hidden]' } } } } },
      keyPrefix: 'ovh_abcdefgh',
      password: null,
      bucket: { secretAccessKey: '[hidden]', 'x-amz-security-token': '[hidden]', name: 's3://b' },
      auth: { user: 'u', pass: '[hidden]', client_secret: '[hidden]', refreshTokens: '[hidden]' },
    })
  })

  it('lines stay lines of JSON', () => {
    for (const line of ['{"token":"t"}\n', '{"authorization":null,"x":1}\n', '{"m":"cookie: a","x":1}\n']) {
      const shown = maskSecrets(line)
      expect(shown).to.match(/^[^\n]+\n$/)
      expect(Object.keys(JSON.parse(shown))).to.deep.equal(Object.keys(JSON.parse(line)))
    }
  })

  const looks: Array<[line: string, shown: string]> = [
    [`key ovh_${'a1'.repeat(20)} was sent`, 'key ovh_a1a1a1a1[hidden] was sent'],
    ['"whsec_dGVzdA=="', '"whsec_[hidden]"'],
    ['{"h":"Bearer abc.def-1"}', '{"h":"Bearer [hidden]"}'],
    ['connect smtp://user:pa%20ss@mail.example:25 failed', 'connect smtp://[hidden]@mail.example:25 failed'],
    [
      `AWS4-HMAC-SHA256 Credential=AKID/20261121/eu/s3/aws4_request, SignedHeaders=host, Signature=${'0f'.repeat(32)}`,
      'AWS4-HMAC-SHA256 Credential=AKID/20261121/eu/s3/aws4_request, SignedHeaders=host, Signature=[hidden]',
    ],
    ['postgres://:pass@db/x', 'postgres://[hidden]@db/x'],
    ['https://token@host/feed', 'https://[hidden]@host/feed'],
    ['https://a:p@ss@host/feed?x', 'https://[hidden]@host/feed?x'],
    ['smtp://user:pa/ss@mail.example:25', 'smtp://user:[hidden]@mail.example:25'],
    ['{"input":"postgres://me:a?b#\\"<c\\\\d@db/x"}', '{"input":"postgres://me:[hidden]@db/x"}'],
    [
      'http://[::1]:8080/a:b@c http://h:80?a@b http://h:80/@b',
      'http://[::1]:8080/a:b@c http://h:80?a@b http://h:80/@b',
    ],
    ['{"a":"http://h:x","b":"c@d"}', '{"a":"http://h:x","b":"c@d"}'],
    ['"https://h/f?access_token=a.b&Token=c#x"', '"https://h/f?access_token=[hidden]&Token=[hidden]#x"'],
    ['GET /feed?anything=1&b=&c failed', 'GET /feed?anything=[hidden]&b=&c failed'],
    ['{"h":"Basic dXNlcjpwYXNz"}', '{"h":"Basic [hidden]"}'],
    ['Token abc.def-1 was refused', 'Token [hidden] was refused'],
    ['{"m":"authorization: Custom a=b, c=\\"d\\""}', '{"m":"authorization: [hidden]"}'],
    ['sent Set-Cookie: sid=1; Path=/', 'sent Set-Cookie: [hidden]'],
    ['{"m":"sent {\\"password\\":\\"x y\\"}"}', '{"m":"sent {\\"password\\":[hidden]"}'],
    [
      '{"stack":"Error: password=a\\tb c\\n    at f (g.js:1)\\r\\nCookie: d\\r\\nHost: h"}',
      '{"stack":"Error: password=[hidden]\\n    at f (g.js:1)\\r\\nCookie: [hidden]\\r\\nHost: h"}',
    ],
    ['{"m":"sent {\\"password\\":\\"a\\\\nb\\"}"}', '{"m":"sent {\\"password\\":[hidden]"}'],
    ['"https://h/f?client_secret=a&b=c: 503"', '"https://h/f?client_secret=[hidden]&b=[hidden] 503"'],
    ['host=db password=x', 'host=db password=[hidden]'],
    ['grant=1;client_secret=x y', 'grant=1;client_secret=[hidden]'],
    ['password authentication failed', 'password authentication failed'],
    ['the token has expired', 'the token has expired'],
    ['https://example.org:8080/a@b ovh_abcdefgh', 'https://example.org:8080/a@b ovh_abcdefgh'],
  ]
  for (const [line, shown] of looks) {
    it(`secrets are recognised by their form: ${shown}`, () => {
      expect(maskSecrets(line)).to.equal(shown)
    })
  }
})
