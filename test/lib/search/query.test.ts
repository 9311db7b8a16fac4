import { expect } from 'chai'
import { onlyExcludes, parseQuery } from '../../../lib/search/query.js'

/** A query in one line: branches by `|`, phrases with underscores, exclusions with a minus. */
function read(text: string): string {
  return parseQuery(text)
    .branches.map(({ required, excluded }) =>
      [
        ...required.map(({ tokens }) => tokens.join('_')),
        ...excluded.map(({ tokens }) => `-${tokens.join('_')}`),
      ].join(' '),
    )
    .join(' | ')
}

const CASES: Array<[reads: string, text: string, as: string]> = [
  ['bare words as all of them', 'heat pump', 'heat pump'],
  ['quoted words as a phrase', '"heat pump" cost', 'heat_pump cost'],
  ['a bar as or, weaker than and', 'a b | c', 'a b | c'],
  ['a bar without spaces around it', 'cats|dogs', 'cats | dogs'],
  ['a leading minus as exclusion', 'heat -gas', 'heat -gas'],
  ['an excluded phrase', 'heat -"natural gas"', 'heat -natural_gas'],
  ['an exclusion after a bar', 'heat |-gas', 'heat | -gas'],
  ['a minus inside a word as part of a phrase', 'covid-19', 'covid_19'],
  ['a minus that stands alone as nothing', '- x', 'x'],
  ['a minus behind a closing quote as no exclusion', '"covid"-19', 'covid 19'],
  ['only the first of several minuses', '--x', '-x'],
  ['a quote that is never closed', '"heat pump', 'heat_pump'],
  ['a quote inside a word as the start of a phrase', 'old"heat pump"', 'old heat_pump'],
  ['typographic quotes', '\u201cheat pump\u201d', 'heat_pump'],
  ['operators without anything to work on as nothing', '| heat || | pump |', 'heat | pump'],
  ['a minus inside quotes as nothing', '"-gas"', 'gas'],
  ['operators of other languages as words', 'AND OR NOT NEAR', 'and or not near'],
  ['signs of other languages as nothing', '(heat* ^pump)', 'heat pump'],
  ['a colon as no field', 'title:heat', 'title_heat'],
  ['a call as a phrase', 'NEAR(heat pump)', 'near_heat pump'],
  ['a term of signs only as nothing', '++ heat "!!"', 'heat'],
  ['a word with signs behind it as the word', 'C++', 'c'],
  ['a term given twice once', 'heat HEAT', 'heat'],
  ['nothing but signs as nothing', '+++ "?" |', ''],
  ['nothing but exclusions', '-gas -oil', '-gas -oil'],
  ['accents and case as nothing', 'ÉCOLE Straße', 'ecole strasse'],
  ['words without spaces as their characters', '東京タワー', '東_京_タ_ワ_ー'],
  ['NUL and control characters as spaces between words', 'heat\0pump\u0007gas', 'heat_pump_gas'],
  ['half a surrogate pair as nothing', 'heat \ud83d', 'heat'],
]

describe('the language of search', () => {
  for (const [reads, text, as] of CASES) {
    it(`a query reads ${reads}`, () => {
      const query = read(text)

      expect(query).to.equal(as)
    })
  }

  it('a query with exclusions only is recognised', () => {
    const answers = ['-gas -oil', '-gas | heat', 'heat -gas', '-gas | -oil'].map((text) =>
      onlyExcludes(parseQuery(text)),
    )

    expect(answers).to.deep.equal([true, false, false, true])
  })

  it('a query keeps the characters of a name together', () => {
    const [branch] = parseQuery('"東京 タワー" covid-19').branches

    expect(branch!.required.map(({ name }) => name)).to.deep.equal(['東京 タワー', 'covid 19'])
  })
})
