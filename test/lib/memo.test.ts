import { expect } from 'chai'
import { memo } from '../../lib/memo.js'

describe('a memo', () => {
  it('a result is made once for each key until there are too many keys', () => {
    const made: string[] = []
    const upper = memo(2, (text: string) => {
      made.push(text)
      return text.toUpperCase()
    })
    const ask = (texts: string) => [...texts].map(upper).join('')

    expect(ask('aabab')).to.equal('AABAB')
    expect(made.join('')).to.equal('ab')
    expect(ask('cc')).to.equal('CC')
    expect(made.join('')).to.equal('abc')
    expect(ask('cabca')).to.equal('CABCA')
    expect(made.join('')).to.equal('abcabca')
  })

  it('results that count as false are kept, errors are not', () => {
    let calls = 0
    const zero = memo(2, () => calls++)
    const failing = memo(2, () => {
      calls++
      throw new Error('no')
    })

    expect([zero(''), zero('')]).to.deep.equal([0, 0])
    expect(() => failing('')).to.throw('no')
    expect(() => failing('')).to.throw('no')
    expect(calls).to.equal(3)
  })
})
