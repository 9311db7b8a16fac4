import { createHash } from 'node:crypto'
import { DAY_MS } from '../clock.js'

/** The fields that identify an item; '' where the publisher gives none. */
export interface Identity {
  guid: string
  title: string
  audioUrl: string
}

/** `publishedAt` in Unix milliseconds; null without a date. */
export type DatedIdentity = Identity & { publishedAt: number | null }

const LONGEST_GUID_BYTES = 2000

/**
 * A guid as it is stored: on one line, because publishers break and indent it in ways that mean nothing. A long one is
 * replaced by its digest, because database indexes limit the length of a key.
 */
export function storedGuid(text: string): string {
  const guid = text.replace(/\s+/g, ' ')
  if (Buffer.byteLength(guid) <= LONGEST_GUID_BYTES) return guid
  return `sha256:${createHash('sha256').update(guid).digest('hex')}`
}

/** A guid for an item that has none, or shares it with another item. */
export function madeGuid({ guid, title, audioUrl }: Identity): string {
  const digest = createHash('sha256').update(`${audioUrl}\n${title}`).digest('base64url')
  return `${guid}#${digest.slice(0, 22)}`
}

/** Keys of an item, and the keys of earlier items that make it a repeat. */
interface ItemKeys {
  own: string[]
  repeats: string[]
}

/**
 * Two items with one guid but different audio and titles are two episodes: the publisher copied the guid.
 * Items with different guids are two episodes. An item without a guid repeats one that has a guid, and the
 * other way round, if audio and title are the same.
 */
function keysOf({ guid, title, audioUrl, publishedAt }: DatedIdentity): ItemKeys {
  const file = `${audioUrl}\n${title}`
  if (guid === '') return { own: [`nameless ${file}`], repeats: [`nameless ${file}`, `named ${file}`] }
  const shared = [audioUrl === '' ? `guid ${guid}\n${title}` : `guid and file ${guid}\n${audioUrl}`]
  if (publishedAt !== null) shared.push(`guid and date ${guid}\n${title}\n${publishedAt}`)
  if (audioUrl === '') return { own: shared, repeats: shared }
  return { own: [...shared, `named ${file}`], repeats: [...shared, `nameless ${file}`] }
}

/** Keeps the first item of each episode. */
export function withoutRepeats<T extends DatedIdentity>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const { own, repeats } = keysOf(item)
    if (repeats.some((key) => seen.has(key))) return false
    for (const key of own) seen.add(key)
    return true
  })
}

/** Guids that occur more than once. */
function sharedGuids(identities: readonly Identity[]): Set<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { guid } of identities) {
    if (guid !== '' && seen.has(guid)) shared.add(guid)
    seen.add(guid)
  }
  return shared
}

/** A rule that says when an item is a known one: both keys are equal. A null key means that the rule does not apply. */
interface IdentityRule {
  ofItem(item: DatedIdentity): string | null
  ofKnown(known: DatedIdentity): string | null
}

const both = (keyOf: IdentityRule['ofItem']): IdentityRule => ({ ofItem: keyOf, ofKnown: keyOf })

const fileAndTitle = ({ audioUrl, title }: Identity) => (audioUrl === '' ? null : `${audioUrl}\n${title}`)
/** The name of a file, which stays when the file moves to another host or folder; the whole address if it has none. */
const fileName = (url: string) =>
  url
    .replace(/[?#].*$/s, '')
    .split('/')
    .at(-1) || url
const ifNameless = (identity: Identity) => (identity.guid === '' ? fileAndTitle(identity) : null)

/** The most reliable rule first. */
function identityRules(shared: ReadonlySet<string>): IdentityRule[] {
  return [
    both(({ guid }) => (guid !== '' && !shared.has(guid) ? guid : null)),
    both(({ guid, audioUrl, title }) => `${guid}\n${audioUrl}\n${title}`),
    // One of several items with the same guid got a new title or a new recording.
    both(({ guid, audioUrl }) => (guid === '' || audioUrl === '' ? null : `${guid}\n${audioUrl}`)),
    both(({ guid, title }) => (guid === '' ? null : `${guid}\n${title}`)),
    // The publisher dropped the guid or began to give one.
    { ofItem: ifNameless, ofKnown: fileAndTitle },
    { ofItem: fileAndTitle, ofKnown: ifNameless },
    // The publisher changed the guid, and perhaps where the files are. With another date it is another episode. A day
    // says too little for the second: some shows have several episodes a day with one title, in files with one name.
    both(({ audioUrl, title, publishedAt }) => {
      if (audioUrl === '') return null
      const hasTime = (publishedAt ?? 0) % DAY_MS !== 0
      return `${hasTime ? fileName(audioUrl) : audioUrl}\n${title}\n${publishedAt}`
    }),
  ]
}

/**
 * Finds the known item of each item: by guid if the guid is unique, else by recording and title. A known item
 * belongs to at most one item. Items with different guids must have the same date.
 * @returns one entry for each item; undefined for a new item
 */
export function findKnownItems<K extends DatedIdentity>(
  items: readonly DatedIdentity[],
  known: readonly K[],
): Array<K | undefined> {
  const shared = new Set([...sharedGuids(items), ...sharedGuids(known)])
  const matches = new Array<K | undefined>(items.length).fill(undefined)
  const taken = new Set<K>()
  for (const { ofItem, ofKnown } of identityRules(shared)) {
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
