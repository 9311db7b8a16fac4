import { expect } from 'chai'
import { httpUrlOf, tryUrl } from '../../../lib/net/try-url.js'

describe('reading a text as a URL', () => {
  it('a text that is not a URL gives undefined', () => {
    expect(tryUrl('https://')).to.equal(undefined)
    expect(tryUrl('//example.test/a')).to.equal(undefined)
    expect(tryUrl('b', 'https://example.test/a')?.href).to.equal('https://example.test/b')
  })

  it('letters beyond ASCII are accepted after thousands of calls', () => {
    let refused = 0
    for (let turn = 0; turn < 50_000; turn++) {
      if (!tryUrl(turn % 2 ? 'https://bücher.test/ü' : 'https://example.test/')) refused++
    }
    expect(refused).to.equal(0)
  })

  it('an absolute address keeps its spelling', () => {
    for (const address of ['https://example.test/ü?a=%zz', 'HTTP://Example.test:80/🦆']) {
      expect(httpUrlOf(address)).to.equal(address)
    }
  })

  it('control characters and halves of surrogate pairs in an address are percent-encoded', () => {
    expect(httpUrlOf('https://example.test/a\0b\x1b[31m\ud800')).to.equal(
      'https://example.test/a%00b%1B[31m%EF%BF%BD',
    )
  })
})
