/** Followed feeds, their items, and the episodes that wait for a recogniser. */
export const feeds: string[] = [
  // A feed's address is its podcast's feed_url; `host` is the host of that. next_poll_at: null once the
  // publisher reported the feed as gone. etag, last_modified and content_hash: of the last answer that was
  // processed. back_catalogue: digests of the dated items at admission, see lib/feeds/back-catalogue.ts.
  `CREATE TABLE feeds (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     podcast_id INTEGER NOT NULL UNIQUE REFERENCES podcasts (id) ON DELETE CASCADE,
     host TEXT NOT NULL,
     admitted_at INTEGER NOT NULL,
     back_catalogue BLOB NOT NULL,
     next_poll_at INTEGER,
     leased_until INTEGER,
     etag TEXT NOT NULL DEFAULT '',
     last_modified TEXT NOT NULL DEFAULT '',
     content_hash TEXT NOT NULL DEFAULT '',
     ttl_ms INTEGER NOT NULL DEFAULT 0,
     usual_gap_ms INTEGER,
     newest_at INTEGER,
     failures INTEGER NOT NULL DEFAULT 0,
     last_polled_at INTEGER,
     last_success_at INTEGER,
     last_error_at INTEGER,
     last_error TEXT NOT NULL DEFAULT ''
   ) STRICT`,
  'CREATE INDEX feeds_by_next_poll ON feeds (next_poll_at) WHERE next_poll_at IS NOT NULL',
  // Items as last published. Undated items that existed at admission have no episode.
  `CREATE TABLE feed_items (
     id INTEGER PRIMARY KEY,
     podcast_id INTEGER NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE,
     episode_id INTEGER UNIQUE REFERENCES episodes (id) ON DELETE CASCADE,
     guid TEXT NOT NULL,
     title TEXT NOT NULL,
     audio_url TEXT NOT NULL,
     content_hash TEXT NOT NULL
   ) STRICT`,
  'CREATE INDEX feed_items_by_podcast ON feed_items (podcast_id)',
  // Deleted once there is a transcript, or no hope of one.
  `CREATE TABLE recognitions (
     episode_id INTEGER PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE,
     due_at INTEGER NOT NULL,
     tries INTEGER NOT NULL DEFAULT 0,
     leased_until INTEGER,
     done_seconds REAL NOT NULL DEFAULT 0,
     total_seconds REAL NOT NULL DEFAULT 0
   ) STRICT`,
]
