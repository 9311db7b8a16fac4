import { expect } from 'chai'
import fc from 'fast-check'
import { parseJson } from '../../handlers/parse-json.js'

const parse = (text: string | Buffer) => parseJson(Buffer.from(text))

describe('parseJson', () => {
  it('parseJson reads valid JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parse(text)).to.deep.equal(JSON.parse(text))
      }),
    )
  })

  it('parseJson says what is wrong with a text that is not JSON', () => {
    expect(() => parse('{\n  "a": 1\n  "b": 2\n}')).to.throw(/^is not valid JSON: .*position 13/)
    expect(() => parse('{"a": tru}')).to.throw(/^is not valid JSON: .*tru/)
    expect(() => parse('')).to.throw(/^is not valid JSON: ./)
  })

  it('parseJson refuses lists and objects nested deeper than 64 levels, and ignores brackets in strings', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

    expect(parse(nested(64))).to.be.an('array')
    expect(() => parse(nested(65))).to.throw('nested deeper than 64')
    expect(() => parse('{"a":'.repeat(65))).to.throw('nested deeper than 64')
    expect(parse(`["${nested(100)}\\"${nested(100)}"]`)).to.be.an('array')
    expect(parse(`[${'[],'.repeat(1000)}[]]`)).to.have.length(1001)
  })

  it('parseJson refuses invalid UTF-8 and accepts a byte order mark', () => {
    expect(() => parse(Buffer.from([0x22, 0xff, 0x22]))).to.throw('must be UTF-8')
    expect(parse('\ufeff{}')).to.deep.equal({})
  })
})
