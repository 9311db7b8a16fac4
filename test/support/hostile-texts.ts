/** Texts made to be slow or large to read, each of about `size` characters. */

/** Repeats a piece up to a size. */
export const fill = (piece: string, size: number): string =>
  piece.repeat(Math.max(1, Math.floor(size / piece.length)))

/** Combining marks whose order Unicode's normal forms change: sorting them takes the square of their number. */
export const MARKS = '\u0301\u0323'
/** The same, of which every other one is a letter until it is normalised. */
export const HALF_WIDTH_MARKS = '\uff9e\u05b0'

const cue = (text: string, at = 0) => `00:${String(at % 60).padStart(2, '0')}.000 --> 00:59.000\n${text}\n\n`

type Texts = Record<string, (size: number) => string>

/** What parsers may take long for when it is repeated. */
export const PIECES: Record<string, string> = {
  'one letter': 'a',
  spaces: ' ',
  tabs: '\t',
  'line feeds': '\n',
  'blank lines': ' \n \n',
  digits: '1',
  colons: ':',
  'full stops': '.',
  dashes: '-',
  'spaced dashes': ' - ',
  'sentence dashes': 'A. - ',
  'speaker arrows': '>> ',
  quotes: '> ',
  asterisks: '*',
  'spaced asterisks': '* ',
  'bold openings': '**a ',
  'bold lines': '**a\n',
  underscores: '_',
  'spaced underscores': ' _a',
  'underscore words': ' __a b',
  backticks: '`',
  'brackets that open': '[',
  'brackets that open and close': '[a](',
  'images without an end': '![',
  'images of brackets': '![a](',
  'link lists': '- [a](b) - [a](',
  'nested links': '[[a](b)](',
  'notes without an end': '[ music ',
  'notes of spaces': '[music                                         ',
  'music notes': '♪ ',
  'parentheses of spaces': '(    ',
  'tags without an end': '<',
  'tags of one letter': '<b ',
  'nested elements': '<b>',
  'unclosed paragraphs': '<p>a',
  'paragraphs inside paragraphs': '<p><div>a',
  'attributes without an end': '<p a="',
  'many attributes': ' a=b',
  comments: '<!-- ',
  'CDATA sections': '<![CDATA[',
  entities: '&amp;',
  'entities without an end': '&a',
  'numeric entities': '&#x41;',
  'escaped markup': '&lt;b',
  overrides: '{\\',
  'line separators': '\u2028',
  marks: MARKS,
  'half-width marks': HALF_WIDTH_MARKS,
  'one mark': '\u0301',
  'joining characters': '\u200d',
  'Chinese without spaces': '我',
  'Thai without spaces': 'ก',
  'Hangul letters': '\u1100\u1161',
  'dotted capital i': 'İ',
  emoji: '👩‍👧',
  'halves of characters': '\ud800',
  'names and times': 'Ann (0:12): ',
  'names of capitals': 'A B C D ',
  names: 'A: ',
  'names by lines': 'Ab: c\n',
  'bracketed times': '[0:12]',
  'bracketed times by lines': '[0:12] a\n',
  'bare times by lines': '0:12 a\n',
  'times that end nowhere': '0:12 - ',
  'table rows': '|a',
  headings: '# ',
  'rules and quotes': '> **a** ',
  initials: 'A.B.',
  abbreviations: 'Dr. ',
  'question marks': '?!',
  'closing quotes': '.”)',
  'curly braces': '{',
  'square braces': '[]',
}

/** A piece as a text of its own, as a single caption, as many captions, as a page and so on. */
export function shapes(name: string, piece: string): Texts {
  return {
    [`${name}, as text`]: (size) => fill(piece, size),
    [`${name}, as Markdown`]: (size) => `# T\n\n**A:** b\n\n${fill(piece, size)}`,
    [`${name}, as a caption`]: (size) => `WEBVTT\n\n${cue(fill(piece, size))}`,
    [`${name}, as captions`]: (size) => {
      const text = cue(fill(piece, 200))
      return `WEBVTT\n\n${fill(text, size)}`
    },
    [`${name}, as lines of a caption`]: (size) => `WEBVTT\n\n${cue(fill(`${fill(piece, 60)}\n`, size))}`,
    [`${name}, as a page`]: (size) => `<html><body><p>${fill(piece, size)}`,
    [`${name}, as JSON`]: (size) =>
      JSON.stringify({ segments: [{ startTime: 0, endTime: 1e4, body: fill(piece, size) }] }),
    [`${name}, as a YAML head`]: (size) => `---\n${fill(piece, size)}\n---\ntext\n`,
    [`${name}, as a YAML value`]: (size) => `---\na: ${fill(piece, size)}\n---\ntext\n`,
  }
}

export const TRANSCRIPT_TEXTS: Texts = {
  ...Object.assign({}, ...Object.entries(PIECES).map(([name, piece]) => shapes(name, piece))),
  'a quote of nothing but quotes': (size) => `# T\n${fill('> ', size)}`,
  'a YAML head of many keys': (size) =>
    `---\n${Array.from({ length: size / 14 }, (_, index) => `key${index}: ${index}`).join('\n')}\n---\ntext\n`,
  'a YAML head of escapes': (size) => `---\na: "${fill('\\x41', size)}"\n---\ntext\n`,
  'a YAML head of anchors': (size) => `---\n${fill('a: &a [*a, *a]\n', size)}---\ntext\n`,
  'a YAML head without an end': (size) => `---\n${fill('a: b\n', size)}`,
  'nested JSON arrays': (size) => fill('[', size / 2) + fill(']', size / 2),
  'nested JSON objects': (size) => `${fill('{"a":', size)}1${fill('}', size / 5)}`,
  'empty JSON objects': (size) => `[${fill('{},', size)}{}]`,
  'JSON lists of lists': (size) => `[${fill('[{"text":""}],', size)}{"text":"a"}]`,
  'JSON of long keys': (size) =>
    `{"segments":[{"text":"a"}],${Array.from({ length: size / 14 }, (_, index) => `"key${index}":1`).join(',')}}`,
  'SBV captions': (size) => fill('0:00:01.000,0:00:02.000\na\n\n', size),
  'SRT captions of one time': (size) => fill('1\n00:00:01,000 --> 00:00:01,000\na\n\n', size),
  'SRT captions that shrink': (size) =>
    Array.from({ length: size / 35 }, (_, at) => `00:00:${59 - (at % 60)},000 --> 00:00:01,000\na b\n`).join(
      '\n',
    ),
  'timing lines and nothing else': (size) => fill('00:01.000 --> 00:02.000\n', size),
  'timing lines of digits': (size) => `WEBVTT\n\n${fill(`${fill('1', 900)}\n`, size)}`,
  'rolling captions': (size) => `WEBVTT\n\n${fill(cue('the same line\nthe same line'), size)}`,
  'one caption that rolls': (size) =>
    `WEBVTT\n\n${cue(fill('a b c ', size / 2))}${cue(fill('a b c ', size / 2), 1)}`,
  voices: (size) => `WEBVTT\n\n${cue(fill('<v A>a', size))}`,
  'voices without an end': (size) => `WEBVTT\n\n${cue(fill('<v ', size))}`,
  'names that are all different': (size) =>
    Array.from({ length: size / 12 }, (_, index) => `N${index}: word`).join('\n'),
  'a bracket before spaces': (size) => `WEBVTT\n\n${cue(`[${fill(' ', size)}a`)}`,
  'a table of bold names': (size) => fill('| **Ann:** | b |\n', size),
  'a page of citations': (size) => `<html><body>${fill('<cite>A:</cite><time>0:01</time><p>b', size)}`,
  'a page of unclosed marks': (size) => `<html><body>${fill('<cite><time>', size)}`,
  'a page that never ends a tag': (size) => `<html><body><p${fill(' a', size)}`,
  'a page of one long attribute': (size) => `<html><body><p begin="${fill('1', size)}">a`,
}

const item = (inner: string) => `<item><guid>1</guid><title>t</title>${inner}</item>`
export const rss = (inner: string) =>
  `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A show</title>${inner}</channel></rss>`

const numbered = (size: number, make: (index: number) => string): string => {
  const length = make(100_000).length
  return Array.from({ length: Math.floor(size / length) }, (_, index) => make(index)).join('')
}

/** Where a stranger's text stands in a feed. */
export const FEED_FIELDS: Record<string, (text: string) => string> = {
  'the title': (text) => rss(`<title>${text}</title>`),
  "an item's title": (text) => rss(item(`<title>${text}</title>`).replace('<title>t</title>', '')),
  "an item's description": (text) => rss(item(`<description>${text}</description>`)),
  "an item's escaped description": (text) => rss(item(`<description><![CDATA[${text}]]></description>`)),
  "an item's date": (text) => rss(item(`<pubDate>${text}</pubDate>`)),
  "an item's duration": (text) => rss(item(`<itunes:duration>${text}</itunes:duration>`)),
  "an item's guid": (text) => rss(`<item><guid>${text}</guid></item>`),
  'the language': (text) => rss(`<language>${text}</language>`),
  'the link': (text) => rss(`<link>https://podcasts.apple.com/${text}</link>`),
  'an address': (text) => rss(item(`<enclosure url="http://a/${text.replaceAll('"', '')}"/>`)),
  'a whole document': (text) => text,
  'a document behind a declaration': (text) => `<?xml version="1.0" ${text}`,
}

export const FEED_TEXTS: Texts = {
  ...Object.assign(
    {},
    ...Object.entries(PIECES).flatMap(([name, piece]) =>
      Object.entries(FEED_FIELDS).map(([field, put]) => ({
        [`${field} of ${name}`]: (size: number) => put(fill(piece, size)),
      })),
    ),
  ),
  'many transcripts of an item': (size) =>
    rss(item(numbered(size, (index) => `<podcast:transcript url="http://a.example/${index}"/>`))),
  'many enclosures of an item': (size) =>
    rss(item(numbered(size, (index) => `<enclosure url="http://a.example/${index}" type="image/png"/>`))),
  'many links of an item': (size) =>
    rss(item(numbered(size, (index) => `<link rel="enclosure" href="/${index}"/>`))),
  'many categories': (size) => rss(numbered(size, (index) => `<itunes:category text="c${index}"/>`)),
  'many category texts': (size) => rss(numbered(size, (index) => `<category>c${index}</category>`)),
  'many empty items': (size) => rss(fill('<item/>', size)),
  'many items of one guid': (size) => rss(fill('<item><guid>1</guid></item>', size)),
  'many items': (size) => rss(numbered(size, (index) => `<item><guid>${index}</guid></item>`)),
  'many titles of an item': (size) => rss(item(fill('<title>a</title>', size))),
  'many namespaces': (size) =>
    `<rss${numbered(size, (index) => ` xmlns:n${index}="http://www.itunes.com/dtds/${index}"`)}><channel/></rss>`,
  'many names of elements': (size) => rss(item(numbered(size, (index) => `<n${index}/>`))),
  'namespaces that change': (size) =>
    rss(fill('<a xmlns:i="http://purl.org/dc/elements/"/><a xmlns:i="http://search.yahoo.com/mrss"/>', size)),
  'elements that nest': (size) => rss(`${fill('<a>', 450)}${fill('</a>', size)}`),
  'elements that close what is not open': (size) => rss(`${fill('<a>', 190 * 3)}${fill('</b>', size)}`),
  'entities that are defined': (size) => `<!DOCTYPE rss [${fill('<!ENTITY a "&b;&b;">', size)}]>${rss('')}`,
}
