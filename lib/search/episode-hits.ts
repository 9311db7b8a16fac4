import { isBucketFault } from '../bucket/bucket-error.js'
import type { Db } from '../db/types.js'
import type { EpisodeInPodcast } from '../episodes/episode.js'
import { type FoundEpisode, findEpisodesByKey } from '../episodes/episode-query-store.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { textBeginning, textBytes } from '../transcripts/encoding.js'
import { excerptsOf, excerptsOfBeginning } from './excerpts.js'
import { type Query, type Term, termsOf } from './query.js'
import type { SearchScope } from './searcher.js'

export interface EpisodeHit extends EpisodeInPodcast {
  excerpts: string[]
  /** Why the excerpts are missing. */
  excerptsFault?: string
}

/** How long a search waits for transcripts in a bucket before it answers without excerpts. */
const READING = { headMs: 1500, wholeMs: 2000, tries: 2 }

/** The episodes of these keys, in their order, with excerpts. Deleted episodes are left out. */
export async function episodeHits(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
  { query, scope }: { query: Query; scope: SearchScope },
): Promise<EpisodeHit[]> {
  const terms = termsOf(query)
  const found = await findEpisodesByKey(db, keys, { withText: scope === 'transcript' })
  return Promise.all(
    found.map(async (one) => ({ ...one.episode, ...(await excerptsIn(one, documents, terms)) })),
  )
}

async function excerptsIn(
  { episode, text }: FoundEpisode,
  documents: DocumentStorage,
  terms: readonly Term[],
): Promise<Pick<EpisodeHit, 'excerpts' | 'excerptsFault'>> {
  if (terms.length === 0) return { excerpts: [] }
  if (!text) return { excerpts: excerptsOf(Buffer.from(episode.description), terms) }
  try {
    const packed = await documents.load(text, READING)
    const beginning = textBeginning(packed)
    const excerpts = beginning && excerptsOfBeginning(beginning, terms)
    return { excerpts: excerpts ?? excerptsOf(textBytes(packed), terms) }
  } catch (error) {
    if (!isBucketFault(error)) throw error
    return { excerpts: [], excerptsFault: error.message }
  }
}
