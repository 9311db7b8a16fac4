import type { TranscriptLink } from '../feeds/types.js'

/** Formats by type and by ending of the address, best first: those with times, then those without. */
const FORMATS: ReadonlyArray<[type: RegExp, ending: RegExp]> = [
  [/json/, /\.json$/i],
  [/vtt/, /\.vtt$/i],
  [/srt|subrip/, /\.srt$/i],
  [/html/, /\.html?$/i],
  [/^text\//, /\.(?:txt|md)$/i],
]
const FIRST_UNTIMED = 3
/** An unknown format comes between those with times and those without. */
const UNKNOWN = FIRST_UNTIMED - 0.5

function formatOf({ type, url }: TranscriptLink): number {
  const byType = FORMATS.findIndex(([pattern]) => pattern.test(type))
  if (byType >= 0) return byType
  const { pathname } = new URL(url)
  const byEnding = FORMATS.findIndex(([, ending]) => ending.test(pathname))
  return byEnding >= 0 ? byEnding : UNKNOWN
}

const baseOf = (language: string) => language.toLowerCase().split(/[-_]/)[0]!

/** 0 for the episode's own language, 1 if the link states none, 2 for a translation. */
function distance(link: TranscriptLink, language: string): number {
  if (link.language === '' || language === '') return 1
  return baseOf(link.language) === baseOf(language) ? 0 : 2
}

/** Sorts links for fetching: those declared as timed first, then the episode's own language, then by format. */
export function rankLinks(links: readonly TranscriptLink[], language: string): TranscriptLink[] {
  const ranked = links.map((link) => {
    const format = formatOf(link)
    return { link, rank: (format >= FIRST_UNTIMED ? 100 : 0) + distance(link, language) * 10 + format }
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ link }) => link)
}
