import { expect } from 'chai'
import fc from 'fast-check'
import { findAsWritten, prepareTerm, prepareText } from '../../../lib/text/as-written.js'

/** What stands at every place found, in the text as it was given. */
function found(text: string, term: string): string[] {
  const prepared = prepareText(text)
  return [...findAsWritten(prepared, prepareTerm(term))].map(({ start, end }) =>
    text.slice(prepared.original(start), prepared.original(end)),
  )
}

describe('words as written', () => {
  const there: Array<[term: string, text: string]> = [
    ['heat pump', 'A Heat Pump, we said.'],
    ['C++', 'I like C++.'],
    ['C++', '(C++)'],
    ['AT&T', 'Then at&t called.'],
    ['node.js', 'Is Node.js done?'],
    ['3.5%', 'It is 3.5% now'],
    ["don't", 'We don’t know'],
    ['don’t', "We don't know"],
    ['co-op', 'the co‑op shop'],
    ['co‐op', 'the co-op shop'],
    ['2024-2025', 'in 2024–2025.'],
    ['Backus–Naur', 'the Backus-Naur form'],
    ['AT–AT', 'an AT–AT walker'],
    ['2024', '2024–2025'],
    ['foo', 'foo_bar'],
    ['foo', 'foo-bar'],
    ['heat pump', 'heat\n \t pump'],
    ['heat pump', 'heat\u00a0pump'],
    ['café', 'a cafe\u0301 there'],
    ['cafe\u0301', 'a café there'],
    ['İstanbul', 'in İSTANBUL now'],
    ['οδος', 'ΟΔΟΣ'],
    ['東京', '東京に行く'],
    ['東京', '東京駅で'],
    ['iPhone', 'iPhoneを買う'],
    ['C++', 'C++が好き'],
    ['ครับ', 'สวัสดีครับผม'],
    ['𝒳', 'the 𝒳 axis'],
    ['end', 'the end'],
  ]
  for (const [term, text] of there) {
    it(`the term ${term} is found in ${JSON.stringify(text)}`, () => {
      expect(found(text, term)).to.have.length(1)
    })
  }

  const notThere: Array<[term: string, text: string]> = [
    ['C++', 'vitamin C'],
    ['art', 'party'],
    ['art', 'artist'],
    ['3.5%', '13.5%'],
    ['cafe', 'café'],
    ['cafe', 'cafe\u0301'],
    ['strasse', 'Straße'],
    ['車', '電車に'],
    ['京都', '東京都は'],
    ['C++', 'C++a'],
    ['heat pump', 'heat, pump'],
    ['co-op', 'co—op'],
    ['2024-2025', '2024–20255'],
    ['x', '𝒳x'],
    ['', 'anything'],
    [' ', 'a b'],
  ]
  for (const [term, text] of notThere) {
    it(`the term ${JSON.stringify(term)} is not found in ${JSON.stringify(text)}`, () => {
      expect(found(text, term)).to.deep.equal([])
    })
  }

  it('overlapping occurrences are found', () => {
    expect(found('ha ha ha', 'ha ha')).to.have.length(2)
  })

  it('offsets map to the original text if the normal spelling changes lengths', () => {
    const text = 'İİ  cafe\u0301 \n\n Über uns'
    expect(found(text, 'über')).to.deep.equal(['Über'])
    expect(found(text, 'café')).to.deep.equal(['cafe\u0301'])
    expect(found('a\u1112\u1161\u11ab  나라', '나라')).to.deep.equal(['나라'])
  })

  it("no border is found inside a dictionary word, wherever the segmenter's chunks begin", () => {
    const text = prepareText('東京都は大きい。'.repeat(300))

    expect([...findAsWritten(text, prepareTerm('京都'))]).to.deep.equal([])
    expect([...findAsWritten(text, prepareTerm('東京都'))]).to.have.length(300)
  })

  it('the results agree with a test of every single offset', () => {
    const letters = fc.constantFrom(
      'a',
      'b',
      'A',
      'é',
      'e\u0301',
      '\u0301',
      '1',
      ' ',
      '\n',
      '-',
      '‑',
      '’',
      "'",
      '+',
      'İ',
      '𝒳',
    )
    const texts = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''))
    const terms = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, terms, (text, term) => {
        const expected = placesOneByOne(text, term)
        const prepared = prepareText(text)
        const places = [...findAsWritten(prepared, prepareTerm(term))]
        expect(places.map(({ start }) => start)).to.deep.equal(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('original offsets never decrease', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const prepared = prepareText(text)
        let last = 0
        for (let offset = 0; offset <= prepared.text.length; offset++) {
          const original = prepared.original(offset)
          expect(original).to.be.within(last, text.length)
          last = original
        }
        expect(last).to.equal(text.length)
      }),
    )
  })
})

/** The rule for scripts with spaces, spelled out slowly. */
function placesOneByOne(text: string, term: string): number[] {
  const fold = (part: string) =>
    part
      .replace(/[’‑]/g, (mark) => (mark === '’' ? "'" : '-'))
      .normalize('NFC')
      .toLowerCase()
      .replace(/\s+/g, ' ')
  const folded = fold(text)
  const wanted = fold(term).trim()
  if (wanted === '') return []
  const isInWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character)
  const starts: number[] = []
  for (let start = 0; start + wanted.length <= folded.length; start++) {
    if (!folded.startsWith(wanted, start)) continue
    const before = [...folded.slice(0, start)].at(-1)
    const after = [...folded.slice(start + wanted.length)][0]
    if (!isInWord(before) && !isInWord(after)) starts.push(start)
  }
  return starts
}
