export type Answer = 'yes' | 'no'

const WORDS: Readonly<Record<string, Answer>> = {
  yes: 'yes',
  true: 'yes',
  ja: 'yes',
  oui: 'yes',
  si: 'yes',
  sí: 'yes',
  sì: 'yes',
  sim: 'yes',
  no: 'no',
  false: 'no',
  nein: 'no',
  non: 'no',
  não: 'no',
  nee: 'no',
}

/** Some models print their reasoning before their answer, not all of them with a tag at its beginning. */
const END_OF_REASONING = /<\/think(?:ing)?>/i
const JSON_OBJECT = /\{[^{}]*\}/g
const LONGEST_READ = 20_000

/**
 * Reads a model's yes or no: a JSON object with an `answer` (alone, fenced or between sentences), or a
 * sentence that begins with the word. Null for anything else, and for both at once.
 */
export function readAnswer(text: string): Answer | null {
  const said = text.slice(0, LONGEST_READ).split(END_OF_REASONING).at(-1)!.trim()
  const answers = (said.match(JSON_OBJECT) ?? []).flatMap((object) => answersIn(object))
  if (answers.length > 0) return answers.every((answer) => answer === answers[0]) ? answers[0]! : null
  return said.startsWith('{') ? null : wordAtStart(said)
}

/**
 * The answer in a JSON object, as a list of one: its `answer`, else the only value that reads as yes or no.
 * Empty when it cannot be read.
 */
function answersIn(object: string): Array<Answer | null> {
  try {
    const values = JSON.parse(object) as Record<string, unknown>
    if ('answer' in values) return [answerOf(values.answer)]
    const answers = Object.values(values).flatMap((value) => answerOf(value) ?? [])
    return answers.length === 1 ? answers : []
  } catch {
    return []
  }
}

function answerOf(value: unknown): Answer | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? wordAtStart(value) : null
}

const FIRST_WORD = /^[^\p{L}]*(\p{L}+)(?:[^\p{L}]+(?:(?:and|or|und|oder|et|ou)[^\p{L}]+)?(\p{L}+))?/u

/** "Yes." and "No, because …", but not "Yes and no". */
function wordAtStart(text: string): Answer | null {
  const [, first = '', second = ''] = FIRST_WORD.exec(text.toLowerCase()) ?? []
  const answer = WORDS[first] ?? null
  const other = WORDS[second]
  return answer && other && other !== answer ? null : answer
}
