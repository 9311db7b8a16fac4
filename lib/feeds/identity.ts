import { createHash } from 'node:crypto'

/** What an item is known by: '' where the publisher gives nothing. */
export interface Identity {
  guid: string
  title: string
  audioUrl: string
}

type DatedIdentity = Identity & { publishedAt: number | null }

/** An id for an item whose guid is missing, or is another item's too. */
export function madeGuid({ guid, title, audioUrl }: Identity): string {
  const digest = createHash('sha256').update(`${audioUrl}\n${title}`).digest('base64url')
  return `${guid}#${digest.slice(0, 22)}`
}

/**
 * Two items that agree in one of these are one episode given twice. Items that share nothing but
 * their guid are two episodes whose publisher copied the guid along with the rest.
 */
function repeatKeys({ guid, title, audioUrl, publishedAt }: DatedIdentity): string[] {
  const keys = audioUrl === '' ? [`guid ${guid}\n${title}`] : [`file ${audioUrl}\n${title}`]
  if (guid === '') return keys
  if (audioUrl !== '') keys.push(`guid and file ${guid}\n${audioUrl}`)
  if (publishedAt !== null) keys.push(`guid and date ${guid}\n${title}\n${publishedAt}`)
  return keys
}

/** The items, each episode once: its first mention stands. */
export function withoutRepeats<T extends DatedIdentity>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const keys = repeatKeys(item)
    const isRepeat = keys.some((key) => seen.has(key))
    if (!isRepeat) for (const key of keys) seen.add(key)
    return !isRepeat
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

/** The ways to recognise an item, best first; null where one does not apply. */
function recognitionKeys(shared: ReadonlySet<string>): Array<(identity: Identity) => string | null> {
  return [
    ({ guid }) => (guid !== '' && !shared.has(guid) ? guid : null),
    ({ guid, audioUrl, title }) => `${guid}\n${audioUrl}\n${title}`,
    // the publisher edited the guid
    ({ audioUrl, title }) => (audioUrl === '' ? null : `${audioUrl}\n${title}`),
    // one of several with the same guid, retitled or with its recording replaced
    ({ guid, audioUrl }) => (guid === '' || audioUrl === '' ? null : `${guid}\n${audioUrl}`),
    ({ guid, title }) => (guid === '' ? null : `${guid}\n${title}`),
  ]
}

/**
 * Finds for each item what is known of it already: by its guid, where that is one item's alone, else
 * by recording and title. No known item is given to two.
 * @returns one entry for each item, undefined for what is new
 */
export function matchItems<K extends Identity>(
  items: readonly Identity[],
  known: readonly K[],
): Array<K | undefined> {
  const shared = new Set([...sharedGuids(items), ...sharedGuids(known)])
  const matches = new Array<K | undefined>(items.length).fill(undefined)
  const taken = new Set<K>()
  for (const keyOf of recognitionKeys(shared)) {
    const open = new Map<string, K>()
    for (const candidate of known) {
      const key = taken.has(candidate) ? null : keyOf(candidate)
      if (key !== null && !open.has(key)) open.set(key, candidate)
    }
    if (open.size === 0) continue
    items.forEach((item, index) => {
      const key = matches[index] ? null : keyOf(item)
      const match = key === null ? undefined : open.get(key)
      if (!match) return
      matches[index] = match
      taken.add(match)
      open.delete(key!)
    })
  }
  return matches
}
