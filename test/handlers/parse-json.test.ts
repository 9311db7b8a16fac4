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

  const faults: Array<[text: string, line: number, column: number]> = [
    ['{"a":1,}', 1, 8],
    ['{a}', 1, 2],
    ['{"a": tru}', 1, 7],
    ['[1 2]', 1, 4],
    ['{"a" 1}', 1, 6],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{} {}', 1, 4],
    ['{"a":"\\x"}', 1, 6],
    ['{"a', 1, 2],
    ['01', 1, 2],
    ['[1,', 1, 4],
    ['{"a":[1,{"b":null}]]', 1, 20],
    ['', 1, 1],
  ]
  for (const [text, line, column] of faults) {
    it(`parseJson reports the line and column of the syntax error: ${JSON.stringify(text)}`, () => {
      expect(() => parse(text)).to.throw(`is not valid JSON: see line ${line}, column ${column}`)
    })
  }

  it('parseJson reports a position inside the text, wherever JSON is cut off', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (whole, at) => {
        const text = whole.slice(0, at % whole.length)
        try {
          parse(text)
        } catch (error) {
          const column = Number(/column (\d+)$/.exec((error as Error).message)?.[1])
          expect(column).to.be.within(1, text.length + 1)
        }
      }),
    )
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
