import { tokensOf } from '../../../lib/search/fold.js'
import { type CorpusEpisode, nameOf, wordInShare, wordOfRank } from '../corpus.js'
import { spokenName } from './real-speech.js'

export interface QueryClass {
  name: string
  /** `q` as a user types it, `naive` in FTS5's language. */
  queries: Array<{ q: string; naive: string }>
}

const both = (q: string, naive = q) => ({ q, naive })

/** What the queries are made of; shares are of all episodes. */
export interface QueryWords {
  names: string[]
  medium: [string, string, string]
  common: [string, string, string]
  /** Phrases of common words. */
  phrases: string[]
}

const MEDIUM = [0.02, 0.04, 0.07]
const COMMON = [0.62, 0.75, 0.9]

/** Of the generated speech. */
export function inventedWords(episodes: number, words: number): QueryWords {
  const inShares = (shares: readonly number[]) =>
    shares.map((share) => wordInShare(share, words)) as [string, string, string]
  const [f0, f1, f2, f3] = [12, 17, 23, 31].map(wordOfRank)
  return {
    names: threeOf(episodes, nameOf),
    medium: inShares(MEDIUM),
    common: inShares(COMMON),
    phrases: [`${f0} ${f1}`, `${f1} ${f2}`, `${f3} ${f0}`],
  }
}

/** Of resampled speech, judged by its first episodes. */
export function spokenWords(sample: Iterable<CorpusEpisode>, episodes: number): QueryWords {
  const said = new Map<string, number>()
  let count = 0
  for (const { sentences } of sample) {
    const words = tokensOf(sentences.join(' '))
    const own = new Set(words)
    for (const [index, word] of words.entries()) if (index > 0) own.add(`${words[index - 1]} ${word}`)
    for (const one of own) said.set(one, (said.get(one) ?? 0) + 1)
    count++
  }
  const inShares = (shares: readonly number[], isWanted: (said: string) => boolean) => {
    const wanted = [...said].filter(([one]) => isWanted(one))
    const distance = (share: number, [one, n]: [string, number]) =>
      [Math.abs(n / count - share), one] as const
    return shares.map((share) => {
      const sorted = wanted
        .map((one) => distance(share, one))
        .sort(([a, m], [b, n]) => a - b || (m < n ? -1 : 1))
      return sorted[0]![1]
    }) as [string, string, string]
  }
  const isWord = (one: string) => /^[a-z]{3,}$/.test(one)
  const isPhrase = (one: string) =>
    one.includes(' ') && one.split(' ').every((word) => said.get(word)! > 0.8 * count)
  return {
    names: threeOf(episodes / 4, spokenName),
    medium: inShares(MEDIUM, isWord),
    common: inShares(COMMON, isWord),
    phrases: inShares([0.5, 0.7, 0.9], isPhrase),
  }
}

const threeOf = (count: number, named: (number: number) => string) =>
  [1, 2, 3].map((part) => named(Math.floor((count * part) / 4)))

/** Three queries of each kind. */
export function queryClasses({ names, medium, common, phrases }: QueryWords): QueryClass[] {
  const [m0, m1, m2] = medium
  const [c0, c1, c2] = common
  return [
    { name: 'rare word', queries: names.map((name) => both(name)) },
    { name: 'medium word', queries: medium.map((word) => both(word)) },
    { name: 'common word', queries: common.map((word) => both(word)) },
    {
      name: 'two words',
      queries: [both(`${c0} ${m0}`), both(`${c1} ${m1}`), both(`${c1} ${c2}`)],
    },
    { name: 'phrase', queries: phrases.map((words) => both(`"${words}"`)) },
    {
      name: 'or',
      queries: [
        both(`${c0} | ${m0}`, `${c0} OR ${m0}`),
        both(`${c1} | ${c2}`, `${c1} OR ${c2}`),
        both(`${m1} | ${c1}`, `${m1} OR ${c1}`),
      ],
    },
    {
      name: 'exclusion',
      queries: [
        both(`${c0} -${m0}`, `${c0} NOT ${m0}`),
        both(`${c1} -${m1}`, `${c1} NOT ${m1}`),
        both(`${c2} -${m2}`, `${c2} NOT ${m2}`),
      ],
    },
  ]
}
