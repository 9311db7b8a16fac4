import { expect } from 'chai'
import { countWords } from '../../../lib/text/words.js'

describe('the number of words', () => {
  const cases: Array<[text: string, count: number]> = [
    ['', 0],
    ['Hello and welcome.', 3],
    ["don't well-known 3.5% — … !", 3],
    ['one\ntwo\u00a0three\tfour', 4],
    ['Ärger über Öl', 3],
    ['東京に行きます。', 4],
    ['私はTypeScriptが好き', 5],
    ['สวัสดีครับ', 2],
    ['𠮷野家 a', 3],
    ['𞤀𞤣𞤤𞤢𞤥 𝒜', 2],
    ['it works 🎉 🎉', 2],
    ['Київ, Ελλάδα; 1 · 2', 4],
  ]
  for (const [text, count] of cases) {
    it(`the number of words in ${JSON.stringify(text)} is ${count}`, () => {
      expect(countWords(text)).to.equal(count)
    })
  }

  it('words are counted in long texts without spaces too', () => {
    expect(countWords('東京に行きます。'.repeat(1000))).to.be.closeTo(4000, 20)
  })
})
