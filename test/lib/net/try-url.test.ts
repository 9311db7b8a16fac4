import { expect } from 'chai'
import { tryUrl } from '../../../lib/net/try-url.js'

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
})
