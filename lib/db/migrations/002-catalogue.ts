/** Podcasts, episodes and transcripts. */
export const catalogue = [
  `CREATE TABLE podcasts (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     feed_url TEXT NOT NULL UNIQUE,
     title TEXT NOT NULL,
     description TEXT NOT NULL DEFAULT '',
     author TEXT NOT NULL DEFAULT '',
     explicit INTEGER NOT NULL DEFAULT 0,
     image_url TEXT NOT NULL DEFAULT '',
     itunes_id INTEGER,
     language TEXT NOT NULL DEFAULT '',
     categories TEXT NOT NULL DEFAULT '[]',
     created_at INTEGER NOT NULL
   ) STRICT`,
  // All present and former addresses of a podcast.
  `CREATE TABLE podcast_feed_urls (
     feed_url TEXT PRIMARY KEY,
     podcast_id INTEGER NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE
   ) STRICT`,
  // search_key: the episode's position in time and its row in the search index, see lib/search/search-key.ts.
  // transcript_links: a JSON list of the publisher's links.
  `CREATE TABLE episodes (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     podcast_id INTEGER NOT NULL REFERENCES podcasts (id) ON DELETE CASCADE,
     guid TEXT NOT NULL,
     title TEXT NOT NULL,
     description TEXT NOT NULL DEFAULT '',
     audio_url TEXT NOT NULL DEFAULT '',
     audio_type TEXT NOT NULL DEFAULT '',
     duration_seconds INTEGER,
     episode_number INTEGER,
     season_number INTEGER,
     published_at INTEGER,
     held_at INTEGER NOT NULL,
     search_key INTEGER NOT NULL UNIQUE,
     has_transcript INTEGER NOT NULL DEFAULT 0,
     transcript_links TEXT NOT NULL DEFAULT '[]',
     transcript_due_at INTEGER,
     transcript_tries INTEGER NOT NULL DEFAULT 0,
     transcript_error TEXT NOT NULL DEFAULT '',
     transcript_leased_until INTEGER,
     UNIQUE (podcast_id, guid)
   ) STRICT`,
  'CREATE INDEX episodes_by_podcast ON episodes (podcast_id, published_at, id)',
  `CREATE INDEX episodes_by_transcript_due ON episodes (transcript_due_at)
    WHERE transcript_due_at IS NOT NULL`,
  // text: the segments' texts joined by line feeds; timing: their times; both as encoded by
  // lib/transcripts/encoding.ts.
  `CREATE TABLE transcripts (
     episode_id INTEGER PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE,
     language TEXT NOT NULL,
     duration_seconds REAL,
     word_count INTEGER NOT NULL,
     timed INTEGER NOT NULL,
     source TEXT NOT NULL,
     model TEXT NOT NULL DEFAULT '',
     encoding INTEGER NOT NULL,
     text BLOB NOT NULL,
     timing BLOB NOT NULL,
     held_at INTEGER NOT NULL,
     percolate_due_at INTEGER,
     percolate_leased_until INTEGER
   ) STRICT`,
  'CREATE INDEX transcripts_by_holding ON transcripts (held_at)',
  `CREATE INDEX transcripts_by_percolate_due ON transcripts (percolate_due_at)
    WHERE percolate_due_at IS NOT NULL`,
]
