import { withoutLongMarkRuns } from '../text/mark-runs.js'

interface Category {
  name: string
  slug: string
}

/** What a feed or an import may say of its podcast. */
export interface PodcastProfile {
  /** Plain text. */
  description: string
  author: string
  explicit: boolean
  imageUrl: string
  itunesId: number | null
  language: string
}

export interface Podcast extends PodcastProfile {
  id: number
  uuid: string
  feedUrl: string
  title: string
  /** The newest date of an episode that is not in the future. */
  lastEpisodeAt: number | null
}

export interface PodcastDetail extends Podcast {
  categories: Category[]
  /** Number of episodes in the podcast's episode list. */
  availableEpisodeCount: number
}

/** Fields from a feed or an import. A field that is left out (undefined) keeps its value. */
export interface PodcastFields extends Partial<PodcastProfile> {
  feedUrl: string
  title: string
  /** Names. */
  categories?: readonly string[]
}

/**
 * The slug of a category: letters and digits of its name in lower case, joined by hyphens. `News & Politics`
 * is `news-politics`.
 */
export function categorySlug(name: string): string {
  // Removes marks after Latin letters only: in other scripts a letter without its mark is a different letter.
  const plain = withoutLongMarkRuns(name)
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu)?.join('-') ?? ''
}
