import { serialize } from 'node:v8'
import { expect } from 'chai'
import fc from 'fast-check'
import { type KeywordHits, KeywordIndex } from '../../../lib/alerts/keyword-index.js'
import { findAsWritten, prepareTerm, prepareText, type Span } from '../../../lib/text/as-written.js'

const wordlike = /[\p{L}\p{M}\p{N}]/u

/** A second, simple implementation for scripts with spaces: lower case, NFC, no word character around. */
function startsAsWritten(text: string, keyword: string): number[] {
  const plain = (value: string) =>
    value.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  const plainText = plain(text)
  const literal = plain(keyword)
  const starts: number[] = []
  for (let start = plainText.indexOf(literal); start !== -1; start = plainText.indexOf(literal, start + 1)) {
    const before = [...plainText.slice(0, start)].at(-1) ?? ''
    const after = [...plainText.slice(start + literal.length)][0] ?? ''
    if (!wordlike.test(before) && !wordlike.test(after)) starts.push(start)
  }
  return starts
}

const spacedWords = [
  'a',
  'ai',
  'act',
  'rate',
  'rates',
  'c',
  'c++',
  'c#',
  '.net',
  'at&t',
  'node.js',
  '3.5%',
  '3',
  '5',
  'co-op',
  'café',
  'cafe\u0301',
  'Straße',
  "don't",
  'don’t',
  'Ünï',
  'x2',
  '🎙',
  '—',
  '+',
  '.',
  '𝔸b',
]
const spacelessWords = [
  '東京',
  '京',
  '都',
  '東京都',
  'タワー',
  'に',
  'が',
  'ไทย',
  'ภาษาไทย',
  'ai',
  'ー',
  '3',
  'မြန်မာ',
  '。',
]
const separators = ['', ' ', '  ', '\n', ', ', '-', '. ']

const textOf = (words: string[], length: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...separators)), {
      minLength: 1,
      maxLength: length,
    })
    .map((parts) =>
      parts
        .map(([word, gap]) => word + gap)
        .join('')
        .trim(),
    )

const keywordOf = (words: string[]) => textOf(words, 4).filter((keyword) => /[\p{L}\p{N}]/u.test(keyword))

/** Looks the keywords of an alert up one by one. */
function hasHits(alert: number, text: string, keywords: string[]): Array<[number, KeywordHits]> {
  const prepared = prepareText(text)
  const found: number[] = []
  const longest = new Map<number, Span>()
  for (const [index, keyword] of keywords.entries()) {
    const spans = [...findAsWritten(prepared, prepareTerm(keyword))]
    if (spans.length > 0) found.push(index)
    for (const span of spans) {
      if (span.end > (longest.get(span.start)?.end ?? -1)) longest.set(span.start, span)
    }
  }
  const spans = [...longest.values()].sort((a, b) => a.start - b.start)
  return found.length > 0 ? [[alert, { keywords: found, spans }]] : []
}

/** The hits of every alert that has any, in the order of the alerts. */
function allHits(index: KeywordIndex, text: string): Array<[number, KeywordHits]> {
  const hits = index.find(prepareText(text))
  return [...hits.alerts].sort((a, b) => a - b).map((alert) => [alert, hits.hitsOf(alert)])
}

describe('The keyword index', () => {
  it('the keyword index finds what a plain regular expression finds, for any keywords and text of scripts with spaces', () => {
    fc.assert(
      fc.property(
        fc.array(keywordOf(spacedWords), { minLength: 1, maxLength: 12 }),
        textOf(spacedWords, 60),
        (keywords, text) => {
          const index = new KeywordIndex()
          for (const [alert, keyword] of keywords.entries()) index.set(alert + 1, [keyword])

          const found = new Map(allHits(index, text))

          const starts = keywords.map(
            (_, alert) => found.get(alert + 1)?.spans.map(({ start }) => start) ?? [],
          )
          expect(starts).to.deep.equal(keywords.map((keyword) => startsAsWritten(text, keyword)))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('the keyword index finds what looking the keywords up one by one finds, scripts without spaces included', () => {
    const words = [...spacelessWords, ...spacedWords]
    fc.assert(
      fc.property(
        fc.array(fc.array(keywordOf(words), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        textOf(words, 60),
        (alerts, text) => {
          const index = new KeywordIndex()
          for (const [alert, keywords] of alerts.entries()) index.set(alert, keywords)

          const found = allHits(index, text)

          expect(found).to.deep.equal(alerts.flatMap((keywords, alert) => hasHits(alert, text, keywords)))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('the keyword index gives the same hits after any series of changes as an index built from the remaining alerts', () => {
    const change = fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.option(fc.array(keywordOf(spacedWords), { minLength: 1, maxLength: 4 })),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), textOf(spacedWords, 60), (changes, text) => {
        const index = new KeywordIndex()
        const left = new Map<number, string[]>()
        for (const [alert, keywords] of changes) {
          if (keywords) {
            index.set(alert, keywords)
            left.set(alert, keywords)
          } else {
            index.delete(alert)
            left.delete(alert)
          }
        }

        const found = allHits(index, text)

        const alerts = [...left].sort(([a], [b]) => a - b)
        expect(found).to.deep.equal(alerts.flatMap(([alert, keywords]) => hasHits(alert, text, keywords)))
        expect(index.size).to.equal(left.size)
      }),
      { numRuns: 1500 },
    )
  })

  it('the keyword index frees the memory of keywords that no alert has any more', () => {
    const index = new KeywordIndex()
    const fill = (round: number) => {
      for (let alert = 1; alert <= 500; alert++)
        index.set(alert, [`word${round} ${alert} of ${round}`, `${round}-${alert}`, `only${round}x${alert}`])
    }
    fill(0)
    const bytes = () => serialize(index).length
    const before = bytes()

    for (let round = 1; round < 30; round++) fill(round)

    expect(bytes()).to.be.lessThan(before * 1.5)
    for (let alert = 1; alert <= 500; alert++) index.delete(alert)
    expect(bytes()).to.be.lessThan(200)
  })

  it('the keyword index reports only the hits of the text at hand, not those of the text before', () => {
    const index = new KeywordIndex()
    index.set(1, ['act', 'ai'])
    index.find(prepareText('The AI act.'))

    const hits = index.find(prepareText('Act now.'))

    expect(hits.hitsOf(1)).to.deep.equal({ keywords: [0], spans: [{ start: 0, end: 3 }] })
  })

  it('the keyword index lists keywords in the order of the alert, and each start of a hit once', () => {
    const index = new KeywordIndex()
    index.set(7, ['act', 'AI', 'ai act', 'missing'])

    const hits = index.find(prepareText('The AI act. An act of AI.')).hitsOf(7)

    expect(hits.keywords).to.deep.equal([0, 1, 2])
    expect(hits.spans).to.deep.equal([
      { start: 4, end: 10 },
      { start: 7, end: 10 },
      { start: 15, end: 18 },
      { start: 22, end: 24 },
    ])
  })

  it('the keyword index reports the first 1,000 hits of all keywords of an alert together', () => {
    const index = new KeywordIndex()
    index.set(7, ['a', 'b', 'a a'])
    const text = prepareText('a b '.repeat(3000))
    const expected = Array.from({ length: 1000 }, (_, at) => at * 2)

    const { keywords, spans } = index.find(text).hitsOf(7)
    expect(keywords).to.deep.equal([0, 1])
    expect(spans.map(({ start }) => start)).to.deep.equal(expected)

    const next = index.find(prepareText('a c')).hitsOf(7)
    expect(next.spans).to.deep.equal([{ start: 0, end: 1 }])
  })
})
