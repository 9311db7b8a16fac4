import type { Dialect } from './dialect.js'

/** Podcasts, episodes and transcripts. */
export const catalogue = ({ identity, integer, real, blob, strict }: Dialect) => [
  `CREATE TABLE podcasts (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     feed_url TEXT NOT NULL UNIQUE,
     title TEXT NOT NULL,
     description TEXT NOT NULL DEFAULT '',
     author TEXT NOT NULL DEFAULT '',
     explicit ${integer} NOT NULL DEFAULT 0,
     image_url TEXT NOT NULL DEFAULT '',
     itunes_id ${integer},
     language TEXT NOT NULL DEFAULT '',
     categories TEXT NOT NULL DEFAULT '[]',
     created_at ${integer} NOT NULL
   ) ${strict}`,
  // All present and former addresses of a podcast.
  `CREATE TABLE podcast_feed_urls (
     feed_url TEXT PRIMARY KEY,
     podcast_id ${integer} NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE
   ) ${strict}`,
  // search_key: the episode's position in time and its row in the search index, see lib/search/search-key.ts.
  // transcript_links: a JSON list of the publisher's links.
  `CREATE TABLE episodes (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     podcast_id ${integer} NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE,
     guid TEXT NOT NULL,
     title TEXT NOT NULL,
     description TEXT NOT NULL DEFAULT '',
     audio_url TEXT NOT NULL DEFAULT '',
     audio_type TEXT NOT NULL DEFAULT '',
     duration_seconds ${integer},
     episode_number ${integer},
     season_number ${integer},
     published_at ${integer},
     held_at ${integer} NOT NULL,
     search_key ${integer} NOT NULL UNIQUE,
     has_transcript ${integer} NOT NULL DEFAULT 0,
     transcript_links TEXT NOT NULL DEFAULT '[]',
     transcript_due_at ${integer},
     transcript_tries ${integer} NOT NULL DEFAULT 0,
     transcript_error TEXT NOT NULL DEFAULT '',
     transcript_leased_until ${integer},
     UNIQUE (podcast_id, guid)
   ) ${strict}`,
  'CREATE INDEX episodes_by_podcast ON episodes (podcast_id, published_at, id)',
  `CREATE INDEX episodes_by_transcript_due ON episodes (transcript_due_at)
    WHERE transcript_due_at IS NOT NULL`,
  // text: the segments' texts joined by line feeds; timing: their times; both as encoded by
  // lib/transcripts/encoding.ts.
  `CREATE TABLE transcripts (
     episode_id ${integer} PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE,
     language TEXT NOT NULL,
     duration_seconds ${real},
     word_count ${integer} NOT NULL,
     timed ${integer} NOT NULL,
     source TEXT NOT NULL,
     model TEXT NOT NULL DEFAULT '',
     encoding ${integer} NOT NULL,
     text ${blob} NOT NULL,
     timing ${blob} NOT NULL,
     held_at ${integer} NOT NULL,
     percolate_due_at ${integer},
     percolate_leased_until ${integer}
   ) ${strict}`,
  'CREATE INDEX transcripts_by_holding ON transcripts (held_at)',
  `CREATE INDEX transcripts_by_percolate_due ON transcripts (percolate_due_at)
    WHERE percolate_due_at IS NOT NULL`,
]
