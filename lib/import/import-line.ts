import { parseDateTime } from '../clock.js'
import type { EpisodeFields } from '../episodes/episode.js'
import { normaliseFeedUrl } from '../feeds/feed-url.js'
import { storedGuid } from '../feeds/identity.js'
import { type Fields, isFields } from '../json-fields.js'
import { httpUrlOf } from '../net/try-url.js'
import type { PodcastFields } from '../podcasts/podcast.js'
import { withoutControls } from '../text/control-characters.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'

/** A line of an import that is not accepted. The message says why. */
export class LineError extends Error {}

export interface PodcastLine extends PodcastFields {
  type: 'podcast'
}

/** `segments` are not checked yet. `file` is relative to the import's folder. */
export interface TranscriptPart {
  language?: string
  durationSeconds?: number | null
  segments?: unknown[]
  file?: string
}

export interface EpisodeLine extends Omit<EpisodeFields, 'podcastId'> {
  type: 'episode'
  feedUrl: string
  /** The guid with its runs of white space. */
  formerGuid: string
  transcript?: TranscriptPart
}

/** Reads fields by name and collects all their faults. */
class FieldReader {
  readonly faults: string[] = []

  constructor(
    private readonly fields: Fields,
    private readonly where = '',
  ) {}

  /** A field as `read` returns it; null as it is. A value that `read` does not accept (undefined) is a fault. */
  private read<T>(name: string, what: string, read: (value: unknown) => T | undefined): T | null | undefined {
    const value = this.fields[name]
    if (value === undefined || value === null) return value
    return read(value) ?? this.fault(name, what)
  }

  /** null counts as omitted: these fields cannot be null. */
  text(name: string): string | undefined {
    const text = this.read(name, 'must be a string', (value) =>
      typeof value === 'string' ? withoutLongMarkRuns(withoutControls(value)).trim() : undefined,
    )
    return text ?? undefined
  }

  requiredText(name: string): string {
    const text = this.text(name)
    if (text === undefined && !this.faults.some((fault) => fault.startsWith(this.where + name))) {
      this.fault(name, 'is missing')
    }
    if (text === '') this.fault(name, 'is empty')
    return text ?? ''
  }

  /** Keeps the spelling of the address, because later lines refer to the podcast by it. */
  feedUrl(name: string): string {
    const url = this.requiredText(name)
    if (url === '') return url
    const fault = faultOfFeedUrl(url)
    if (fault) this.fault(name, fault)
    return url
  }

  /** Of an image or audio; '' stands for none. */
  address(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined || text === '') return text
    return httpUrlOf(text) || this.fault(name, 'must be an http:// or https:// address, or empty')
  }

  flag(name: string): boolean | undefined {
    const flag = this.read(name, 'must be true or false', (value) =>
      typeof value === 'boolean' ? value : undefined,
    )
    return flag ?? undefined
  }

  integer(name: string): number | null | undefined {
    return this.read(name, 'must be a whole number, 0 or more, or null', (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined,
    )
  }

  wholeSeconds(name: string): number | null | undefined {
    const seconds = this.seconds(name)
    return seconds && Math.round(seconds)
  }

  seconds(name: string): number | null | undefined {
    return this.read(name, 'must be seconds, 0 or more, or null', (value) =>
      typeof value === 'number' && value >= 0 && value < 1e7 ? value : undefined,
    )
  }

  dateTime(name: string): number | null | undefined {
    return this.read(name, 'must be an ISO 8601 date-time or null', (value) =>
      typeof value === 'string' ? parseDateTime(value) : undefined,
    )
  }

  textList(name: string): string[] | undefined {
    const texts = this.read(name, 'must be a list of strings', (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined,
    )
    return texts?.map((item) => withoutControls(item).trim()).filter((item) => item !== '')
  }

  transcript(name: string): TranscriptPart | undefined {
    const value = this.fields[name]
    if (value === undefined || value === null) return undefined
    if (!isFields(value)) return this.fault(name, 'must be an object or null')
    const reader = new FieldReader(value, `${name}.`)
    const part: TranscriptPart = {
      language: reader.text('language'),
      durationSeconds: reader.seconds('duration_seconds'),
    }
    if (Array.isArray(value.segments)) part.segments = value.segments
    else if (typeof value.file === 'string' && value.file !== '') part.file = value.file
    else reader.faults.push(`${name} must have segments (a list) or a file (a path)`)
    this.faults.push(...reader.faults)
    return part
  }

  private fault(name: string, what: string): undefined {
    this.faults.push(`${this.where}${name} ${what}`)
    return undefined
  }
}

function faultOfFeedUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return 'must begin with http:// or https://'
  try {
    normaliseFeedUrl(text)
    return undefined
  } catch (error) {
    return `is not accepted: ${(error as Error).message}`
  }
}

function readPodcast(reader: FieldReader): PodcastLine {
  return {
    type: 'podcast',
    feedUrl: reader.feedUrl('feed_url'),
    title: reader.requiredText('title'),
    description: reader.text('description'),
    author: reader.text('author'),
    explicit: reader.flag('explicit'),
    imageUrl: reader.address('image_url'),
    itunesId: reader.integer('itunes_id'),
    language: reader.text('language'),
    categories: reader.textList('categories'),
  }
}

function readEpisode(reader: FieldReader): EpisodeLine {
  const formerGuid = reader.requiredText('guid')
  return {
    type: 'episode',
    feedUrl: reader.feedUrl('feed_url'),
    guid: storedGuid(formerGuid),
    formerGuid,
    title: reader.requiredText('title'),
    description: reader.text('description'),
    audioUrl: reader.address('audio_url'),
    durationSeconds: reader.wholeSeconds('duration_seconds'),
    episodeNumber: reader.integer('episode_number'),
    seasonNumber: reader.integer('season_number'),
    publishedAt: reader.dateTime('published_at'),
    transcript: reader.transcript('transcript'),
  }
}

/**
 * Parses one line of an import and checks all its fields.
 * @throws LineError that names every fault
 */
export function parseImportLine(text: string): PodcastLine | EpisodeLine {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch (error) {
    throw new LineError(`not JSON: ${(error as Error).message}`)
  }
  if (!isFields(fields)) throw new LineError('not a JSON object')
  if (fields.type !== 'podcast' && fields.type !== 'episode')
    throw new LineError('type must be podcast or episode')
  const reader = new FieldReader(fields)
  const line = fields.type === 'podcast' ? readPodcast(reader) : readEpisode(reader)
  if (reader.faults.length > 0) throw new LineError(reader.faults.join('; '))
  return line
}
