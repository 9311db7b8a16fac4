import type { Db } from '../db/types.js'
import type { Episode, EpisodePodcast } from '../episodes/episode.js'
import { EPISODE_COLUMNS, type EpisodeRow, episodeOf } from '../episodes/read-episodes.js'
import { decodeTextSync } from '../transcripts/encoding.js'
import type { SearchScope } from './engine.js'
import { excerptsOf } from './excerpts.js'
import { type Query, termsOf } from './query.js'

export interface EpisodeHit extends Episode {
  podcast: EpisodePodcast
  excerpts: string[]
}

interface HitRow extends EpisodeRow {
  search_key: number
  podcast_uuid: string
  podcast_title: string
  podcast_image_url: string
  encoding: number | null
  text: Buffer | null
}

/** The episodes behind search keys, in their order, with what was found in them; gone ones are left out. */
export async function episodeHits(
  db: Db,
  keys: readonly number[],
  { query, scope }: { query: Query; scope: SearchScope },
): Promise<EpisodeHit[]> {
  if (keys.length === 0) return []
  const rows = await db.all<HitRow>(
    `SELECT ${EPISODE_COLUMNS}, episodes.search_key,
            podcasts.uuid AS podcast_uuid, podcasts.title AS podcast_title,
            podcasts.image_url AS podcast_image_url,
            ${scope === 'transcript' ? 'transcripts.encoding, transcripts.text' : 'NULL AS encoding, NULL AS text'}
       FROM episodes JOIN podcasts ON podcasts.id = episodes.podcast_id
       ${scope === 'transcript' ? 'JOIN transcripts ON transcripts.episode_id = episodes.id' : ''}
      WHERE episodes.search_key IN (${keys.map((_, index) => `:key${index}`).join(', ')})`,
    Object.fromEntries(keys.map((key, index) => [`key${index}`, key])),
  )
  const byKey = new Map(rows.map((row) => [row.search_key, row]))
  const terms = termsOf(query)
  const hits: EpisodeHit[] = []
  for (const key of keys) {
    const row = byKey.get(key)
    if (!row) continue
    hits.push({
      ...episodeOf(row),
      podcast: { uuid: row.podcast_uuid, title: row.podcast_title, imageUrl: row.podcast_image_url },
      excerpts: terms.length > 0 ? excerptsOf(textOf(row), terms) : [],
    })
  }
  return hits
}

function textOf({ description, encoding, text }: HitRow): string {
  return encoding === null || text === null ? description : decodeTextSync({ encoding, text })
}
