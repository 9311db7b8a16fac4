import { expect } from 'chai'
import fc from 'fast-check'
import { sentenceEnds } from '../../../lib/text/sentences.js'

function sentencesOf(text: string, language = 'en'): string[] {
  let start = 0
  return sentenceEnds(text, language).map((end) => {
    const sentence = text.slice(start, end).trim()
    start = end
    return sentence
  })
}

describe('sentences of a text', () => {
  const cases: Array<[language: string, sentences: string[]]> = [
    ['en', ['Hello there.', 'How are you?', 'Fine!']],
    ['en', ['Dr. Smith met J. R. Tolkien at 5 p.m. yesterday.', 'They talked.']],
    ['en', ['It was node.js 3.5 etc. and so on!', 'Really?']],
    ['en', ['She said no.', 'Then No. 5 came.']],
    ['en', ['Is it made with .NET or Node?', 'With .NET.']],
    ['en', ['See site.org/page.php?id=1 and site.org/?Find=2 there.', 'Yahoo!-like, the !insane tech.']],
    ['en', ['We had 1.X and 2.X then.', 'Now 3.']],
    ['de', ['Das ist z. B. gut.', 'Hr. Müller sagt d. h. nichts.', 'Gut.']],
    ['es', ['¿Qué tal?', 'Bien, Sr. Pérez.', 'Adiós.']],
    ['ja', ['今日は東京に行きます。', '明日は？', 'はい！']],
    ['not a language', ['One.', 'Two.']],
  ]
  for (const [language, sentences] of cases) {
    const joiner = language === 'ja' ? '' : ' '
    it(`sentences in ${language} are split: ${sentences.join(' | ')}`, () => {
      expect(sentencesOf(sentences.join(joiner), language)).to.deep.equal(sentences)
    })
  }

  it('a sentence ends where the space after it was forgotten', () => {
    expect(sentencesOf('How are you?I am fine!And you?')).to.deep.equal([
      'How are you?',
      'I am fine!',
      'And you?',
    ])
  })

  it('a sentence does not end inside a word, however long', () => {
    const address = `https://example.org/${'long-path/'.repeat(150)}`

    expect(sentencesOf(`See ${address} there.`)).to.deep.equal(['See', address, 'there.'])
  })

  it('sentences are the same in a long text as in a short one', () => {
    const text = 'Here is one. Is here another? '.repeat(500).trim()

    expect(new Set(sentencesOf(text))).to.deep.equal(new Set(['Here is one.', 'Is here another?']))
    expect(sentencesOf(text)).to.have.length(1000)
  })

  it('the last sentence ends where the text ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 5000 }), (text) => {
        const ends = sentenceEnds(text)
        expect(ends.at(-1)).to.equal(text.length)
        expect(ends).to.deep.equal([...new Set(ends)].sort((one, other) => one - other))
      }),
    )
  })
})
