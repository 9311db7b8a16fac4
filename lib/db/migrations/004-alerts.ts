import type { Dialect } from './dialect.js'

/** Alerts, questions that wait for an answer, and matches. */
export const alerts = ({ identity, integer, strict }: Dialect) => [
  // One row: the number of the latest change of any alert. Every transaction that changes alerts increments
  // it first, so that these run one at a time and their numbers become visible in order.
  `CREATE TABLE alert_clock (
     id ${identity},
     number ${integer} NOT NULL
   ) ${strict}`,
  'INSERT INTO alert_clock (id, number) VALUES (1, 0)',
  // keywords: a JSON list. match_day: the start of the UTC day in which match_count matches were recorded
  // since the alert was activated.
  `CREATE TABLE alerts (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     team_id ${integer} NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
     created_by ${integer} REFERENCES users (id) ON DELETE SET NULL,
     name TEXT NOT NULL,
     keywords TEXT NOT NULL,
     question TEXT NOT NULL,
     use_classifier ${integer} NOT NULL,
     email_enabled ${integer} NOT NULL,
     is_active ${integer} NOT NULL,
     paused_at ${integer},
     paused_reason TEXT,
     match_day ${integer} NOT NULL DEFAULT 0,
     match_count ${integer} NOT NULL DEFAULT 0,
     change_number ${integer} NOT NULL,
     created_at ${integer} NOT NULL,
     updated_at ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX alerts_by_team ON alerts (team_id, id)',
  'CREATE INDEX alerts_by_change ON alerts (change_number)',
  // Alerts that other processes must forget. alert_id may belong to a new alert by now.
  `CREATE TABLE deleted_alerts (
     change_number ${integer} PRIMARY KEY,
     alert_id ${integer} NOT NULL,
     deleted_at ${integer} NOT NULL
   ) ${strict}`,
  `CREATE TABLE alert_recipients (
     alert_id ${integer} NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
     user_id ${integer} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     position ${integer} NOT NULL,
     PRIMARY KEY (alert_id, user_id)
   ) ${strict}`,
  'CREATE INDEX alert_recipients_by_user ON alert_recipients (user_id)',
  // body: the match as shown by the API and the webhook, JSON, fixed when recorded. digested_at: when a
  // digest included it or skipped it; null until then.
  `CREATE TABLE matches (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     alert_id ${integer} NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
     team_id ${integer} NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
     episode_id ${integer} NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
     body TEXT NOT NULL,
     created_at ${integer} NOT NULL,
     digested_at ${integer},
     UNIQUE (alert_id, episode_id)
   ) ${strict}`,
  'CREATE INDEX matches_by_alert ON matches (alert_id, id)',
  'CREATE INDEX matches_by_episode ON matches (episode_id)',
  'CREATE INDEX matches_by_creation ON matches (created_at)',
  'CREATE INDEX matches_to_digest ON matches (alert_id) WHERE digested_at IS NULL',
  // A match that waits for the answer to its alert's question. hit: the match's data from the transcript,
  // JSON; passages: the text for the classifier.
  `CREATE TABLE questions (
     id ${identity},
     alert_id ${integer} NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
     episode_id ${integer} NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
     hit TEXT NOT NULL,
     passages TEXT NOT NULL,
     created_at ${integer} NOT NULL,
     due_at ${integer} NOT NULL,
     tries ${integer} NOT NULL DEFAULT 0,
     leased_until ${integer},
     last_error TEXT NOT NULL DEFAULT '',
     UNIQUE (alert_id, episode_id)
   ) ${strict}`,
  'CREATE INDEX questions_by_due ON questions (due_at)',
  'CREATE INDEX questions_by_episode ON questions (episode_id)',
]
