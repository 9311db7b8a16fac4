export interface MovedTable {
  name: string
  /** The primary key: rows are read in its order. */
  key: readonly string[]
}

const byId = (name: string): MovedTable => ({ name, key: ['id'] })

/** All tables to copy, each after those it refers to. The search indexes are rebuilt. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'settings', key: ['name'] },
  byId('accounts'),
  byId('teams'),
  byId('users'),
  { name: 'team_members', key: ['team_id', 'user_id'] },
  byId('api_keys'),
  { name: 'sign_in_links', key: ['code_hash'] },
  { name: 'usage_counters', key: ['scope', 'subject_id', 'window_start'] },
  byId('podcasts'),
  { name: 'podcast_feed_urls', key: ['feed_url'] },
  byId('episodes'),
  { name: 'transcripts', key: ['episode_id'] },
  { name: 'loose_objects', key: ['object_key'] },
  { name: 'search_walks', key: ['id'] },
  byId('alert_clock'),
  byId('alerts'),
  { name: 'deleted_alerts', key: ['change_number'] },
  { name: 'alert_recipients', key: ['alert_id', 'user_id'] },
  byId('matches'),
  byId('questions'),
  byId('webhooks'),
  byId('deliveries'),
  byId('attempts'),
  byId('feeds'),
  byId('feed_items'),
  { name: 'recognitions', key: ['episode_id'] },
  byId('mails'),
]

/** Tables that have rows even in a new database. */
export const NEVER_EMPTY: readonly string[] = ['settings', 'alert_clock']
