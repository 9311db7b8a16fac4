// Generated speech with the statistics of real speech: few words make up most of it (Zipf and Mandelbrot),
// each topic has its own words, and names occur in a few episodes each. The same seed gives the same words.
import { DAY_MS } from '../../lib/clock.js'

const VOCABULARY = 60_000
const EXPONENT = 1.05
const SHIFT = 2.7
const TOPICS = 200
const TOPIC_WORDS = 400
const TOPIC_SHARE = 0.1
const NAMES_AN_EPISODE = 8
const NAMES_PER_EPISODE = 1.5
const SENTENCE_WORDS = 14
/** Episodes are spread over so many days. */
export const DAYS = 730

const CONSONANTS = 'bdfgklmnprstvwyz'
const VOWELS = 'aeiou'

export interface CorpusEpisode {
  publishedAt: number
  title: string
  sentences: string[]
}

/** Pseudo-random numbers in [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Spells a number as syllables: frequent words are short. */
function spell(number: number): string {
  const syllables = CONSONANTS.length * VOWELS.length
  let word = ''
  let rest = number
  do {
    const syllable = rest % syllables
    word += CONSONANTS[syllable % CONSONANTS.length]! + VOWELS[Math.floor(syllable / CONSONANTS.length)]!
    rest = Math.floor(rest / syllables) - 1
  } while (rest >= 0)
  return word
}

/** Draws from a distribution in constant time: Walker's alias method. */
function drawFrom(weights: Float64Array, random: () => number): () => number {
  const count = weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const share = weights.map((weight) => (weight * count) / total)
  const alias = new Uint32Array(count)
  const small: number[] = []
  const large: number[] = []
  for (const [index, value] of share.entries()) (value < 1 ? small : large).push(index)
  while (small.length > 0 && large.length > 0) {
    const less = small.pop()!
    const more = large.pop()!
    alias[less] = more
    share[more] = share[more]! + share[less]! - 1
    ;(share[more]! < 1 ? small : large).push(more)
  }
  for (const index of [...small, ...large]) share[index] = 1
  return () => {
    const at = random() * count
    const index = Math.floor(at)
    return at - index < share[index]! ? index : alias[index]!
  }
}

const weightOf = (rank: number) => 1 / (rank + SHIFT) ** EXPONENT

/** The general word that occurs in about this share of all episodes. */
export function wordInShare(share: number, wordsAnEpisode: number, offset = 0): string {
  let total = 0
  for (let rank = 0; rank < VOCABULARY; rank++) total += weightOf(rank)
  const wanted = (-Math.log(1 - share) / wordsAnEpisode / (1 - TOPIC_SHARE)) * total
  const rank = Math.round((1 / wanted) ** (1 / EXPONENT) - SHIFT)
  return spell(Math.max(0, Math.min(VOCABULARY - 1, rank + offset)))
}

/** A word by its rank; 0 is the most frequent. */
export const wordOfRank = (rank: number): string => spell(rank)

/** A name that a few episodes contain. */
export const nameOf = (number: number): string => `q${spell(number)}`

/** Episodes of about `wordsAnEpisode` words, spread over the two years before `now`, newest first. */
export function* corpus(episodes: number, wordsAnEpisode: number, now: number): Generator<CorpusEpisode> {
  const random = randomFrom(20_261_120)
  const general = drawFrom(
    Float64Array.from({ length: VOCABULARY }, (_, rank) => weightOf(rank)),
    random,
  )
  const topical = drawFrom(
    Float64Array.from({ length: TOPIC_WORDS }, (_, rank) => weightOf(rank)),
    random,
  )
  const words = Array.from({ length: VOCABULARY }, (_, rank) => spell(rank))
  for (let number = 0; number < episodes; number++) {
    const topic = Math.floor(random() * TOPICS)
    const drawWord = () =>
      random() < TOPIC_SHARE ? words[1000 + ((topic * TOPIC_WORDS + topical()) % 50_000)]! : words[general()]!
    const length = Math.round(wordsAnEpisode * (0.5 + random()))
    const spoken = Array.from({ length }, drawWord)
    for (let name = 0; name < NAMES_AN_EPISODE; name++) {
      spoken[Math.floor(random() * length)] = nameOf(Math.floor(random() * episodes * NAMES_PER_EPISODE))
    }
    yield {
      publishedAt: now - Math.floor(((number + random()) / episodes) * DAYS * DAY_MS),
      title: spoken.slice(0, 6).join(' '),
      sentences: sentencesOf(spoken),
    }
  }
}

function sentencesOf(words: readonly string[]): string[] {
  const sentences: string[] = []
  for (let from = 0; from < words.length; from += SENTENCE_WORDS) {
    const text = words.slice(from, from + SENTENCE_WORDS).join(' ')
    sentences.push(`${text[0]!.toUpperCase()}${text.slice(1)}.`)
  }
  return sentences
}
