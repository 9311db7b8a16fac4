import type { Dialect } from './dialect.js'

/** Followed feeds, their items, and the episodes that wait for a recogniser. */
export const feeds = ({ identity, integer, real, blob, strict }: Dialect) => [
  // A feed's address is its podcast's feed_url; `host` is the host of that. next_poll_at: null once the
  // publisher reported the feed as gone. etag, last_modified and content_hash: of the last answer that was
  // processed. back_catalogue: digests of the dated items at admission, see lib/feeds/back-catalogue.ts.
  `CREATE TABLE feeds (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     podcast_id ${integer} NOT NULL UNIQUE REFERENCES podcasts (id) ON DELETE CASCADE,
     host TEXT NOT NULL,
     admitted_at ${integer} NOT NULL,
     back_catalogue ${blob} NOT NULL,
     next_poll_at ${integer},
     leased_until ${integer},
     etag TEXT NOT NULL DEFAULT '',
     last_modified TEXT NOT NULL DEFAULT '',
     content_hash TEXT NOT NULL DEFAULT '',
     ttl_ms ${integer} NOT NULL DEFAULT 0,
     usual_gap_ms ${integer},
     newest_at ${integer},
     failures ${integer} NOT NULL DEFAULT 0,
     last_polled_at ${integer},
     last_success_at ${integer},
     last_error_at ${integer},
     last_error TEXT NOT NULL DEFAULT ''
   ) ${strict}`,
  'CREATE INDEX feeds_by_next_poll ON feeds (next_poll_at) WHERE next_poll_at IS NOT NULL',
  // Items as last published. Undated items that existed at admission have no episode.
  `CREATE TABLE feed_items (
     id ${identity},
     podcast_id ${integer} NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE,
     episode_id ${integer} UNIQUE REFERENCES episodes (id) ON DELETE CASCADE,
     guid TEXT NOT NULL,
     title TEXT NOT NULL,
     audio_url TEXT NOT NULL,
     content_hash TEXT NOT NULL
   ) ${strict}`,
  'CREATE INDEX feed_items_by_podcast ON feed_items (podcast_id)',
  // Deleted once there is a transcript, or no hope of one.
  `CREATE TABLE recognitions (
     episode_id ${integer} PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE,
     due_at ${integer} NOT NULL,
     tries ${integer} NOT NULL DEFAULT 0,
     leased_until ${integer},
     done_seconds ${real} NOT NULL DEFAULT 0,
     total_seconds ${real} NOT NULL DEFAULT 0
   ) ${strict}`,
]
