import type { TranscriptLink } from '../feeds/types.js'

/** Formats, best first: timed ones, unknown ones, then untimed ones. */
const FORMATS = ['json', 'vtt', 'srt', 'unknown', 'html', 'text'] as const
type Format = (typeof FORMATS)[number]
const FIRST_UNTIMED = FORMATS.indexOf('html')

const BY_TYPE: ReadonlyArray<[RegExp, Format]> = [
  [/json/, 'json'],
  [/vtt/, 'vtt'],
  [/srt|subrip/, 'srt'],
  [/html/, 'html'],
  [/^text\//, 'text'],
]
const BY_ENDING: Record<string, Format> = {
  json: 'json',
  vtt: 'vtt',
  srt: 'srt',
  html: 'html',
  htm: 'html',
  txt: 'text',
  md: 'text',
}

function formatOf({ type, url }: TranscriptLink): Format {
  const byType = BY_TYPE.find(([pattern]) => pattern.test(type))?.[1]
  if (byType) return byType
  const ending = /\.([a-z]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return BY_ENDING[ending ?? ''] ?? 'unknown'
}

const baseOf = (language: string) => language.toLowerCase().split(/[-_]/)[0]!

/** 0 for the episode's own language, 1 if the link states none, 2 for a translation. */
function distance(link: TranscriptLink, language: string): number {
  if (link.language === '' || language === '') return 1
  return baseOf(link.language) === baseOf(language) ? 0 : 2
}

/** Sorts links for fetching: those declared as timed first, then the episode's own language, then by format. */
export function rankLinks(links: readonly TranscriptLink[], language: string): TranscriptLink[] {
  const ranks = new Map(
    links.map((link) => {
      const format = FORMATS.indexOf(formatOf(link))
      return [link, [format >= FIRST_UNTIMED ? 1 : 0, distance(link, language), format] as const]
    }),
  )
  return [...links].sort((a, b) => {
    const [left, right] = [ranks.get(a)!, ranks.get(b)!]
    return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
  })
}
