import { parse } from 'yaml'

const LANGUAGE = /^language:[ \t]*["']?([\w-]+)/m
const TRANSCRIPT_KEY = /^transcriptText:[ \t]*\r?\n/m
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]{0,500000}?)\r?\n---[ \t]*(?:\r?\n|$)/

/** What is read of a file's YAML front matter, and the text after it. */
interface FrontMatter {
  /** '' if not stated. */
  language: string
  /** The items of `transcriptText`; empty without it. */
  transcript: unknown[]
  body: string
}

export function splitFrontMatter(text: string): FrontMatter {
  const [whole = '', head = ''] = FRONT_MATTER.exec(text) ?? []
  const list = head.split(TRANSCRIPT_KEY, 2)[1]
  return {
    language: LANGUAGE.exec(head)?.[1] ?? '',
    transcript: list === undefined ? [] : readList(list),
    body: text.slice(whole.length),
  }
}

/** Limits of one call of the YAML parser. Its time grows with the square of both. */
const MAX_YAML_CHARACTERS = 20_000
const MAX_STRUCTURE_SIGNS = 200
const STRUCTURE_SIGN = /(?<=^|[\s,[{])[&*!?[{%]|-[ \t]+(?=-[ \t])/gm
const OPTIONS = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent', maxAliasCount: 0 } as const

/** Reads a list up to the next key, in pieces: an hour's transcript is too long for one call of the parser. */
function readList(source: string): unknown[] {
  const [list = ''] = source.split(/\r?\n(?=[^\s-])/, 1)
  const indent = /^[ \t]*/.exec(list)![0]
  const pieces = ['']
  for (const item of `\n${list}`.split(`\n${indent}- `).slice(1)) {
    if (pieces.at(-1)!.length + item.length > MAX_YAML_CHARACTERS) pieces.push('')
    pieces.push(`${pieces.pop()}\n${indent}- ${item}`)
  }
  return pieces.map(parseYaml).flatMap((items) => (Array.isArray(items) ? items : []))
}

function parseYaml(source: string): unknown {
  if (
    source.length > MAX_YAML_CHARACTERS * 1.1 ||
    (source.match(STRUCTURE_SIGN)?.length ?? 0) > MAX_STRUCTURE_SIGNS
  )
    return undefined
  try {
    return parse(source, OPTIONS)
  } catch {
    return undefined
  }
}

/** Whether a text uses asterisks, brackets and backslashes as Markdown. */
export function isMarkdown(text: string): boolean {
  return /^#{1,6} \S|^(?:[-*+] |\\?\[[\d:.]+\\?\] )?(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)|\]\([^)\s]+\)|\\[[\]$]/m.test(
    text.slice(0, 20_000),
  )
}

/** Lines without speech: headings, rules, lists of links, images, tables, tags, and commands of site generators. */
const NO_SPEECH =
  /^\s*(?:#{1,6}\s.*|[-*_=]{3,}|[-*+]\s+\[.{1,500}\]\([^)]*\)(?:\{:.*\})?|!\[[^\]]*\]\([^)]*\)(?:\{:.*\})?|\|.*\||\{[%:].*\}|<summary>.*<\/summary>|<\/?details>)\s*$/
const FACT = /^\s*>\s*\*\*[^*]{1,80}\*\*\s*[：:]/u
/** A bold line of a time and a name: `**[0:12] Ann Lee**`. */
const BOLD_TIME_AND_NAME = /^\s*\*\*\[?(\d{1,3}(?::\d{2}){1,2})\]?\s+([^*]{1,80}?):?\*\*:?\s*$/
const LINK = /!?\[([^[\]]{1,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s"[^"\n]{0,300}")?\)/g

/** Lines without Markdown, '' for a line without speech. Quoted facts about the file count only above all speech. */
export function plainLines(lines: string[]): string[] {
  const isFiller = (line: string) => line.trim() === '' || NO_SPEECH.test(line) || FACT.test(line)
  const first = lines.findIndex((line) => !isFiller(line))
  return lines.map((line, index) => (index < first ? '' : plainLine(line)))
}

function plainLine(line: string): string {
  if (NO_SPEECH.test(line)) return ''
  const quoted = line.replace(/^\s*(?:>\s?)+/, '')
  return (quoted === line ? line : withoutEmphasis(quoted))
    .replace(/^\s*__([^_]{1,80})__/, '**$1**')
    .replace(/^\s*[-*+]\s+(?=\*\*)/, '')
    .replace(BOLD_TIME_AND_NAME, '[$1] **$2:**')
    .replace(LINK, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/`([^`]{1,200})`/g, '$1')
}

/** Removes the asterisks and underscores of emphasis. */
export function withoutEmphasis(text: string): string {
  if (!/[*_]/.test(text)) return text
  return text
    .replace(/(\*{1,3})(?=\S)([^*]{1,2000})\1/g, '$2')
    .replace(/(^|[\s("'])(_{1,2})(?=\S)([^_]{1,2000})\2(?=[\s.,;:!?)"']|$)/g, '$1$3')
    .replace(/\*{2,}/g, '')
}
