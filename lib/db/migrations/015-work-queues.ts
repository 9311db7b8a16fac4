import type { Dialect } from './dialect.js'

const rename = (table: string, from: string, to: string) =>
  `ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`

/** Lists and counts work that was set aside without reading the whole table. */
const indexOfSetAside = (table: string, prefix = '') =>
  `CREATE INDEX ${table}_set_aside ON ${table} (${prefix}set_aside_at) WHERE ${prefix}set_aside_at IS NOT NULL`

/**
 * Gives all queues the columns described in lib/queue/queue.ts. Ends all leases: their owners have stopped. From now
 * on a leased row is due at the end of its lease.
 */
const steps = ({ integer }: Dialect) => [
  rename('feeds', 'next_poll_at', 'poll_due_at'),
  rename('feeds', 'leased_until', 'poll_leased_until'),
  rename('feeds', 'failures', 'poll_tries'),
  rename('feeds', 'last_error', 'poll_error'),
  `ALTER TABLE feeds ADD COLUMN poll_set_aside_at ${integer}`,
  `ALTER TABLE episodes ADD COLUMN transcript_set_aside_at ${integer}`,
  rename('transcripts', 'percolate_due_at', 'match_due_at'),
  rename('transcripts', 'percolate_leased_until', 'match_leased_until'),
  `ALTER TABLE transcripts ADD COLUMN match_tries ${integer} NOT NULL DEFAULT 0`,
  "ALTER TABLE transcripts ADD COLUMN match_error TEXT NOT NULL DEFAULT ''",
  `ALTER TABLE transcripts ADD COLUMN match_set_aside_at ${integer}`,
  rename('deliveries', 'last_error', 'error'),
  `ALTER TABLE deliveries ADD COLUMN leased_until ${integer}`,
  `ALTER TABLE deliveries ADD COLUMN set_aside_at ${integer}`,
  rename('mails', 'last_error', 'error'),
  `ALTER TABLE mails ADD COLUMN set_aside_at ${integer}`,
]

const data = [
  'UPDATE feeds SET poll_leased_until = NULL WHERE poll_leased_until IS NOT NULL',
  'UPDATE episodes SET transcript_leased_until = NULL WHERE transcript_leased_until IS NOT NULL',
  'UPDATE transcripts SET match_leased_until = NULL WHERE match_leased_until IS NOT NULL',
  'UPDATE recognitions SET leased_until = NULL WHERE leased_until IS NOT NULL',
  'UPDATE questions SET leased_until = NULL WHERE leased_until IS NOT NULL',
  'UPDATE mails SET leased_until = NULL WHERE leased_until IS NOT NULL',
  // Work that was given up before.
  'UPDATE feeds SET poll_set_aside_at = COALESCE(last_error_at, admitted_at) WHERE poll_due_at IS NULL',
  "UPDATE deliveries SET set_aside_at = last_attempt_at WHERE status = 'failed' AND is_test = 0",
]

const indexes = [
  indexOfSetAside('feeds', 'poll_'),
  indexOfSetAside('episodes', 'transcript_'),
  indexOfSetAside('recognitions'),
  indexOfSetAside('transcripts', 'match_'),
  indexOfSetAside('questions'),
  indexOfSetAside('deliveries'),
  indexOfSetAside('mails'),
]

/** SQLite cannot drop NOT NULL, so the tables are created again. Nothing refers to these two. */
const recreated = [
  `CREATE TABLE new_recognitions (
     episode_id INTEGER PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE,
     due_at INTEGER,
     tries INTEGER NOT NULL DEFAULT 0,
     leased_until INTEGER,
     done_seconds REAL NOT NULL DEFAULT 0,
     total_seconds REAL NOT NULL DEFAULT 0,
     error TEXT NOT NULL DEFAULT '',
     set_aside_at INTEGER
   ) STRICT`,
  `INSERT INTO new_recognitions (episode_id, due_at, tries, done_seconds, total_seconds)
   SELECT episode_id, due_at, tries, done_seconds, total_seconds FROM recognitions`,
  'DROP TABLE recognitions',
  'ALTER TABLE new_recognitions RENAME TO recognitions',
  `CREATE TABLE new_questions (
     id INTEGER PRIMARY KEY,
     alert_id INTEGER NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
     episode_id INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
     hit TEXT NOT NULL,
     passages TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     due_at INTEGER,
     tries INTEGER NOT NULL DEFAULT 0,
     leased_until INTEGER,
     error TEXT NOT NULL DEFAULT '',
     set_aside_at INTEGER,
     UNIQUE (alert_id, episode_id)
   ) STRICT`,
  `INSERT INTO new_questions (id, alert_id, episode_id, hit, passages, created_at, due_at, tries, error)
   SELECT id, alert_id, episode_id, hit, passages, created_at, due_at, tries, last_error FROM questions`,
  'DROP TABLE questions',
  'ALTER TABLE new_questions RENAME TO questions',
  'CREATE INDEX questions_by_due ON questions (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX questions_by_episode ON questions (episode_id)',
]

const altered = [
  'ALTER TABLE recognitions ALTER COLUMN due_at DROP NOT NULL',
  "ALTER TABLE recognitions ADD COLUMN error TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE recognitions ADD COLUMN set_aside_at BIGINT',
  'ALTER TABLE questions ALTER COLUMN due_at DROP NOT NULL',
  rename('questions', 'last_error', 'error'),
  'ALTER TABLE questions ADD COLUMN set_aside_at BIGINT',
]

export const workQueues = (dialect: Dialect) => [
  ...steps(dialect),
  ...(dialect.engine === 'sqlite' ? recreated : altered),
  ...data,
  ...indexes,
]
