import { foldName, tokensOf } from '../../lib/search/fold.js'
import type { Query, Term } from '../../lib/search/query.js'

/** What a document offers: texts searched by word, and names searched inside words too. */
export interface Fields {
  texts?: readonly string[]
  names?: readonly string[]
}

/** The language of search in plain JavaScript: what every engine must agree with. */
export function meets(query: Query, fields: Fields): boolean {
  const texts = (fields.texts ?? []).map((text) => ` ${tokensOf(text).join(' ')} `)
  const names = (fields.names ?? []).map(foldName)
  const has = ({ tokens, name }: Term) =>
    texts.some((text) => text.includes(` ${tokens.join(' ')} `)) || names.some((held) => held.includes(name))
  return query.branches.some(({ required, excluded }) => required.every(has) && !excluded.some(has))
}
