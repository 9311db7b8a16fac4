import type { Dialect } from './dialect.js'

/** Webhooks, one for each team, and their deliveries. */
export const webhooks = ({ identity, integer, strict }: Dialect) => [
  // next_due_at: no delivery is due before it. It may be too early, never too late, so that the sender finds
  // webhooks with work without reading their backlogs.
  `CREATE TABLE webhooks (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     team_id ${integer} NOT NULL UNIQUE REFERENCES teams (id) ON DELETE CASCADE,
     url TEXT NOT NULL,
     secret TEXT NOT NULL,
     is_active ${integer} NOT NULL DEFAULT 1,
     disabled_at ${integer},
     disabled_reason TEXT,
     last_success_at ${integer},
     next_due_at ${integer},
     created_at ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX webhooks_by_next_due ON webhooks (next_due_at) WHERE next_due_at IS NOT NULL',
  // match_uuid: null for a test; not a foreign key, because a delivery outlives its match. replay: 0 for the
  // first delivery of a match, then counting an operator's repeats. due_at: next_attempt_at, or the end of
  // the lease while it is being sent.
  `CREATE TABLE deliveries (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     webhook_id ${integer} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
     match_uuid TEXT,
     replay ${integer} NOT NULL DEFAULT 0,
     event_type TEXT NOT NULL,
     is_test ${integer} NOT NULL DEFAULT 0,
     target_url TEXT NOT NULL DEFAULT '',
     body TEXT NOT NULL,
     status TEXT NOT NULL DEFAULT 'pending',
     attempts ${integer} NOT NULL DEFAULT 0,
     created_at ${integer} NOT NULL,
     due_at ${integer},
     next_attempt_at ${integer},
     last_attempt_at ${integer},
     delivered_at ${integer},
     last_status_code ${integer},
     last_error TEXT NOT NULL DEFAULT '',
     UNIQUE (webhook_id, match_uuid, replay)
   ) ${strict}`,
  'CREATE INDEX deliveries_by_last_attempt ON deliveries (last_attempt_at) WHERE last_attempt_at IS NOT NULL',
  'CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id)',
  "CREATE INDEX deliveries_by_due ON deliveries (webhook_id, due_at) WHERE status = 'pending'",
]
