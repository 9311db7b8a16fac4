import { createHash } from 'node:crypto'

/** What an item is known by: '' where the publisher gives nothing. */
export interface Identity {
  guid: string
  title: string
  audioUrl: string
}

/** With Unix milliseconds, or null without a date. */
export type DatedIdentity = Identity & { publishedAt: number | null }

/** An id for an item whose guid is missing, or is another item's too. */
export function madeGuid({ guid, title, audioUrl }: Identity): string {
  const digest = createHash('sha256').update(`${audioUrl}\n${title}`).digest('base64url')
  return `${guid}#${digest.slice(0, 22)}`
}

/** What an item is marked with, and the marks of items before it that make it a repeat. */
interface Marks {
  own: string[]
  repeats: string[]
}

/**
 * Items that share nothing but their guid are two episodes whose publisher copied the guid along with the rest; two
 * guids are two episodes, and one guid beside none is one where file and title are the same.
 */
function marksOf({ guid, title, audioUrl, publishedAt }: DatedIdentity): Marks {
  const file = `${audioUrl}\n${title}`
  if (guid === '') return { own: [`nameless ${file}`], repeats: [`nameless ${file}`, `named ${file}`] }
  const shared = [audioUrl === '' ? `guid ${guid}\n${title}` : `guid and file ${guid}\n${audioUrl}`]
  if (publishedAt !== null) shared.push(`guid and date ${guid}\n${title}\n${publishedAt}`)
  if (audioUrl === '') return { own: shared, repeats: shared }
  return { own: [...shared, `named ${file}`], repeats: [...shared, `nameless ${file}`] }
}

/** The items, each episode once: its first mention stands. */
export function withoutRepeats<T extends DatedIdentity>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const { own, repeats } = marksOf(item)
    if (repeats.some((mark) => seen.has(mark))) return false
    for (const mark of own) seen.add(mark)
    return true
  })
}

/** The guids that more than one of these carry. */
function sharedGuids(identities: readonly Identity[]): Set<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { guid } of identities) {
    if (guid !== '' && seen.has(guid)) shared.add(guid)
    seen.add(guid)
  }
  return shared
}

/** A way to recognise an item: the two keys must be alike; null where the way does not apply. */
interface Recognition {
  ofItem(item: DatedIdentity): string | null
  ofKnown(known: DatedIdentity): string | null
}

const both = (keyOf: Recognition['ofItem']): Recognition => ({ ofItem: keyOf, ofKnown: keyOf })

const fileAndTitle = ({ audioUrl, title }: Identity) => (audioUrl === '' ? null : `${audioUrl}\n${title}`)
const ifNameless = (identity: Identity) => (identity.guid === '' ? fileAndTitle(identity) : null)

/** Best first. */
function recognitions(shared: ReadonlySet<string>): Recognition[] {
  return [
    both(({ guid }) => (guid !== '' && !shared.has(guid) ? guid : null)),
    both(({ guid, audioUrl, title }) => `${guid}\n${audioUrl}\n${title}`),
    // one of several with the same guid, retitled or with its recording replaced
    both(({ guid, audioUrl }) => (guid === '' || audioUrl === '' ? null : `${guid}\n${audioUrl}`)),
    both(({ guid, title }) => (guid === '' ? null : `${guid}\n${title}`)),
    // the publisher dropped the guid, or began to give one
    { ofItem: ifNameless, ofKnown: fileAndTitle },
    { ofItem: fileAndTitle, ofKnown: ifNameless },
    // the publisher edited the guid and nothing else; with another date it is another episode
    both((identity) => {
      const key = fileAndTitle(identity)
      return key && `${key}\n${identity.publishedAt}`
    }),
  ]
}

/**
 * Finds for each item what is known of it already: by its guid, where that is one item's alone, else
 * by recording and title. No known item is given to two, and across two guids only what
 * has the same date.
 * @returns one entry for each item, undefined for what is new
 */
export function matchItems<K extends DatedIdentity>(
  items: readonly DatedIdentity[],
  known: readonly K[],
): Array<K | undefined> {
  const shared = new Set([...sharedGuids(items), ...sharedGuids(known)])
  const matches = new Array<K | undefined>(items.length).fill(undefined)
  const taken = new Set<K>()
  for (const { ofItem, ofKnown } of recognitions(shared)) {
    const open = new Map<string, K>()
    for (const candidate of known) {
      const key = taken.has(candidate) ? null : ofKnown(candidate)
      if (key !== null && !open.has(key)) open.set(key, candidate)
    }
    if (open.size === 0) continue
    items.forEach((item, index) => {
      const key = matches[index] ? null : ofItem(item)
      const match = key === null ? undefined : open.get(key)
      if (!match) return
      matches[index] = match
      taken.add(match)
      open.delete(key!)
    })
  }
  return matches
}
