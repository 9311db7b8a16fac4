import { expect } from 'chai'
import fc from 'fast-check'
import { excerptAround } from '../../../lib/text/excerpt.js'

const words = 'one two three four five six seven eight nine ten '.repeat(40)

function around(text: string, term: string, from = 0): string {
  const start = text.indexOf(term, from)
  return excerptAround(text, start, start + term.length)
}

describe('an excerpt', () => {
  it('an excerpt of a short text is the whole text', () => {
    expect(around('Only  a few\nwords.', 'few')).to.equal('Only a few words.')
  })

  it('an excerpt is cut at word ends, with an ellipsis at each cut', () => {
    const excerpt = around(words, 'five', 900)

    expect(excerpt).to.match(
      /^…(one|two|three|four|five|six|seven|eight|nine|ten)\b.*\b(one|two|three|four|five|six|seven|eight|nine|ten)…$/,
    )
    expect(excerpt.length).to.be.within(200, 250)
  })

  it('an excerpt has no ellipsis at the ends of the text', () => {
    expect(around(words, 'one')).to.match(/^one two.*…$/)
    expect(excerptAround(words, words.length - 4, words.length - 1)).to.match(/^….* ten$/)
  })

  it('a hit that is longer than an excerpt stays complete', () => {
    const hit = 'x'.repeat(400)

    expect(around(`${words}${hit} ${words}`, hit)).to.contain(hit)
  })

  it('an excerpt is not cut inside an address or a word with hyphens', () => {
    const word = 'https://example.org/a-long-path/to-the-page/of-this-episode?of=our-show&at=the-start'
    const text = `${word} `.repeat(9)
    for (let at = 0; at < 9; at++) {
      const start = at * (word.length + 1) + word.indexOf('page')

      const excerpt = excerptAround(text, start, start + 'page'.length)

      for (const each of excerpt.replace(/^…|…$/g, '').split(' ')) expect(each).to.equal(word)
    }
  })

  it('an excerpt is cut between words of a script without spaces', () => {
    const text = 'これは東京タワーについての話です。'.repeat(60)

    const excerpt = around(text, '東京', 500)

    expect(excerpt).to.contain('東京')
    expect(excerpt.length).to.be.within(180, 250)
  })

  it('an excerpt never splits a character', () => {
    const pieces = fc.array(fc.constantFrom('👩‍👩‍👧', '𝒳', 'e\u0301', ' ', 'ab', '京'), {
      minLength: 200,
      maxLength: 400,
    })
    fc.assert(
      fc.property(pieces, fc.nat(), (parts, at) => {
        const text = parts.join('')
        const start = parts.slice(0, at % parts.length).join('').length
        const excerpt = excerptAround(text, start, start + (parts[at % parts.length] as string).length, 40)
        expect(Buffer.from(excerpt).toString()).to.equal(excerpt)
        expect(excerpt).to.not.match(/^…\u0301/)
      }),
    )
  })
})
