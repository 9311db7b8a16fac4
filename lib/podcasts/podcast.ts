export interface Category {
  name: string
  slug: string
}

export interface Podcast {
  id: number
  uuid: string
  feedUrl: string
  title: string
  description: string
  author: string
  explicit: boolean
  imageUrl: string
  itunesId: number | null
  language: string
  /** The newest held date that is not in the future. */
  lastEpisodeAt: number | null
}

export interface PodcastDetail extends Podcast {
  categories: Category[]
  /** As many as the podcast's episode list pages through. */
  availableEpisodeCount: number
}

/** What a feed or an import says of a podcast; what it leaves out (undefined) keeps its value. */
export interface PodcastFields {
  feedUrl: string
  title: string
  description?: string
  author?: string
  explicit?: boolean
  imageUrl?: string
  itunesId?: number | null
  language?: string
  /** Names. */
  categories?: readonly string[]
}

/** Letters and digits of a name, in lower case, with hyphens between: `News & Politics` is `news-politics`. */
export function categorySlug(name: string): string {
  // Beyond Latin letters a mark is no accent: without it another letter is left.
  const plain = name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu)?.join('-') ?? ''
}
