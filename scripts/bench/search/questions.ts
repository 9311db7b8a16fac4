import { nameOf, wordInShare, wordOfRank } from '../corpus.js'

export interface QueryClass {
  name: string
  /** `q` as a user types it, `naive` in FTS5's language. */
  queries: Array<{ q: string; naive: string }>
}

const both = (q: string, naive = q) => ({ q, naive })

/** Three queries of each kind; shares are of all episodes. */
export function queryClasses(episodes: number, words: number): QueryClass[] {
  const medium = [0.02, 0.04, 0.07].map((share) => wordInShare(share, words))
  const common = [0.62, 0.75, 0.9].map((share) => wordInShare(share, words))
  const frequent = [12, 17, 23, 31].map(wordOfRank)
  const [m0, m1, m2] = medium as [string, string, string]
  const [c0, c1, c2] = common as [string, string, string]
  const [f0, f1, f2, f3] = frequent as [string, string, string, string]
  const names = [1, 2, 3].map((part) => nameOf(Math.floor((episodes * part) / 4)))
  return [
    { name: 'rare word', queries: names.map((name) => both(name)) },
    { name: 'medium word', queries: medium.map((word) => both(word)) },
    { name: 'common word', queries: common.map((word) => both(word)) },
    {
      name: 'two words',
      queries: [both(`${c0} ${m0}`), both(`${c1} ${m1}`), both(`${c1} ${c2}`)],
    },
    { name: 'phrase', queries: [both(`"${f0} ${f1}"`), both(`"${f1} ${f2}"`), both(`"${f3} ${f0}"`)] },
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
