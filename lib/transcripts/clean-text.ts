import { Parser } from 'htmlparser2'
import { memo } from '../memo.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'

const TAGS =
  /<\/?(?:[bisucvpq]|br|em|strong|lang|ruby|rt|font|span|div|mark)(?:[\s./][^<>]{0,300})?>|<\d[\d:.,]{0,20}>/gi
/** Styling of subtitle editors, such as `{\an8}`. */
const SUBTITLE_STYLING = /\{\\[^{}]{0,200}\}/g
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffd]/g

/** JavaScript does not count U+0085, which ends lines elsewhere, as white space. */
const UNEVEN_SPACE = /\s\s|[^\S\n ]|\u0085/
const SPACES = /(?:[^\S\n]|\u0085)+/g

/** Halves of characters can be written in JSON. Only texts with surrogates are searched for them. */
const SURROGATE = /[\ud800-\udfff]/
const HALF_CHARACTER = /\p{Cs}/gu

/** Sounds that captions name in brackets. Speech in brackets stays. */
const SOUND =
  'music|musik|música|musique|musica|muziek|laugh|laughs|laughter|laughing|chuckles|applause|applaus|aplausos|applaudissements|clapping|' +
  'inaudible|unintelligible|unverständlich|crosstalk|silence|noise|cheering|cheers|gelächter|lachen|lacht|risas|risos|risate|rires|' +
  'singing|sighs?|coughs?|coughing|gasps?|groans?|whispering|blank_audio|background noise|foreign|sample|音楽|笑い?|拍手|掌声|笑声|音乐'
const SOUND_NOTE = new RegExp(
  String.raw`\[\s*(?:[^[\]]{0,40}[\s*♪_])?(?:${SOUND})(?:[\s,♪_][^[\]]{0,40})?\s*\]|\(SOUNDBITE[^()]{0,100}\)|[(（*]\s*(?:${SOUND})\s*[)）*]|[♪♫♬]+`,
  'giu',
)

/**
 * The text of one caption without markup and notes on sounds. Keeps line breaks; other white space becomes one space.
 */
export function cleanText(text: string): string {
  let clean = text
  if (clean.includes('<')) clean = clean.replace(/<br\s*\/?>/gi, '\n').replace(TAGS, '')
  if (clean.includes('{\\')) clean = clean.replace(SUBTITLE_STYLING, '').replaceAll('\\N', '\n')
  if (clean.includes('&')) clean = clean.replace(ENTITY, decodeEntity)
  clean = withoutLongMarkRuns(clean.replace(INVISIBLE, ''))
  if (SURROGATE.test(clean)) clean = clean.replace(HALF_CHARACTER, '')
  if (/[[(（*♪♫♬]/.test(clean)) clean = withoutSounds(clean)
  if (UNEVEN_SPACE.test(clean)) clean = clean.replace(SPACES, ' ').replace(/ ?\n[ \n]*/g, '\n')
  return clean.trim()
}

/** Leaves no space before a comma or full stop that followed a note. Looks once at each run of spaces. */
const withoutSounds = (text: string) => text.replace(SOUND_NOTE, ' ').replace(/(?<! ) +(?=[,.](?:\s|$))/g, '')

const decodeEntity = memo(5000, (entity: string) => {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true })
  parser.end(entity)
  return text
})
