import { expect } from 'chai'
import fc from 'fast-check'
import { FoldedText, foldName, tokensOf } from '../../../lib/search/fold.js'

const WORDS: Array<[takes: string, text: string, words: string[]]> = [
  ['case as nothing', 'Heat PUMP', ['heat', 'pump']],
  ['accents as nothing', 'crème Brûlée ñandú', ['creme', 'brulee', 'nandu']],
  ['decomposed accents as nothing', 'cre\u0300me', ['creme']],
  ['strokes and ligatures as their letters', 'Łódź smørrebrød ﬁn', ['lodz', 'smorrebrod', 'fin']],
  ['sharp s as two', 'STRASSE Straße', ['strasse', 'strasse']],
  ['both Turkish i as one', 'İstanbul ılık', ['istanbul', 'ilik']],
  ['final sigma as sigma', 'ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
  ['Vietnamese tones as nothing', 'Đường phố', ['duong', 'pho']],
  ['Cyrillic case and accents as nothing', 'Ёлка ЙОД', ['елка', 'иод']],
  ['full-width letters as plain ones', 'ＡＢＣ１２', ['abc12']],
  ['half-width kana as full ones', 'ｶﾞｽ', ['ガ', 'ス']],
  ['Hebrew points as nothing', 'שָׁלוֹם', ['שלום']],
  ['Arabic points as nothing', 'مُحَمَّد', ['محمد']],
  ['Indic vowel signs as part of the word', 'हिन्दी में', ['हिन्दी', 'में']],
  ['Korean as words', '서울 날씨', ['서울', '날씨']],
  ['decomposed Korean as composed', '서울'.normalize('NFD'), ['서울']],
  ['Japanese as characters', '東京tower', ['東', '京', 'tower']],
  ['Thai as characters', 'ไทย', ['ไ', 'ท', 'ย']],
  ['a sign behind a word as no part of it', 'Apple™ news', ['apple', 'news']],
  ['typographic apostrophes as gaps', "don’t don't", ['don', 't', 'don', 't']],
  ['a soft hyphen as nothing', 'co\u00adoperate', ['cooperate']],
  ['emoji as gaps', 'go👍🏽go ❤️x', ['go', 'go', 'x']],
  ['control characters as gaps', 'a\0b\tc', ['a', 'b', 'c']],
]

describe('folding for search', () => {
  for (const [takes, text, words] of WORDS) {
    it(`folding treats ${takes}`, () => {
      expect(tokensOf(text)).to.deep.equal(words)
    })
  }

  it('folding reads names without cutting them', () => {
    expect(foldName('  東京タワー: The “Tower” Show ')).to.equal('東京タワー the tower show')
  })

  it('folding a folded text changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = tokensOf(text)

        expect(tokensOf(once.join(' '))).to.deep.equal(once)
      }),
    )
  })

  it('folding finds the position in the text of every word that kept its letters', () => {
    const text = 'Der „Größte“ Café-Besitzer in İzmir… sagt: 東京タワー und smørrebrød, naïve Welt!'
    const folded = new FoldedText(text)

    const found = ['cafe', 'besitzer', 'izmir', 'sagt', '東', 'タ', 'und', 'smorre', 'welt'].map((word) =>
      text.slice(folded.original(folded.folded.indexOf(word))).slice(0, 3),
    )

    expect(found).to.deep.equal(['Caf', 'Bes', 'İzm', 'sag', '東京タ', 'タワー', 'und', 'smø', 'Wel'])
  })
})
