/** Texts that YAML could read as something else, or not at all, stand in quotes. */
const PLAIN_KEY = /^[A-Za-z_$/][\w$./{}-]*$/
const LITERAL = /^[!-~][\n -~\u00a1-\u2027\u2030-\ud7ff\ue000-\ufefe]*[^\s]\n?$/

/**
 * JSON as YAML with one line for each value: maps and lists in blocks, texts of several lines as they are, everything
 * else as in JSON, which YAML reads too. A library takes over a second for a description of this size.
 */
export function toYaml(value: object): string {
  return `${block(value, '').trimStart()}\n`
}

/** Begins with a space or a line break: what stands behind the colon or the dash. */
function block(value: unknown, indent: string): string {
  if (typeof value === 'string') return text(value, indent)
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return value.map((item) => `\n${indent}-${nested(item, `${indent}  `)}`).join('')
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  if (entries.length === 0) return ' {}'
  return entries.map(([key, item]) => `\n${indent}${name(key)}:${block(item, `${indent}  `)}`).join('')
}

/** A map or list inside a list begins on the line of its dash. */
const nested = (item: unknown, indent: string) => block(item, indent).replace(/^\n +/, ' ')

const WORDS = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'])

const name = (key: string) =>
  PLAIN_KEY.test(key) && !WORDS.has(key.toLowerCase()) ? key : JSON.stringify(key)

function text(value: string, indent: string): string {
  if (!value.includes('\n') || !LITERAL.test(value)) return ` ${JSON.stringify(value)}`
  const lines = value.replace(/\n$/, '').split('\n')
  const shown = lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n')
  return ` |${value.endsWith('\n') ? '' : '-'}\n${shown}`
}
