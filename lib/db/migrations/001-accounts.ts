import type { Dialect } from './dialect.js'

/** Accounts, teams, people and keys; counters of limits; settings of the service. */
export const accounts = ({ identity, integer, strict }: Dialect) => [
  `CREATE TABLE settings (
     name TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) ${strict}`,
  `CREATE TABLE accounts (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     plan TEXT NOT NULL,
     created_on TEXT NOT NULL,
     subscribed_on TEXT,
     created_at ${integer} NOT NULL
   ) ${strict}`,
  `CREATE TABLE teams (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     account_id ${integer} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     created_at ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX teams_by_account ON teams (account_id, id)',
  `CREATE TABLE users (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     account_id ${integer} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     full_name TEXT NOT NULL,
     email TEXT NOT NULL,
     is_admin ${integer} NOT NULL DEFAULT 0,
     created_at ${integer} NOT NULL
   ) ${strict}`,
  'CREATE INDEX users_by_account ON users (account_id, id)',
  `CREATE TABLE team_members (
     team_id ${integer} NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
     user_id ${integer} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     PRIMARY KEY (team_id, user_id)
   ) ${strict}`,
  'CREATE INDEX team_members_by_user ON team_members (user_id)',
  // A key is shown once and never stored. It is found by its SHA-256.
  `CREATE TABLE api_keys (
     id ${identity},
     uuid TEXT NOT NULL UNIQUE,
     account_id ${integer} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     team_id ${integer} REFERENCES teams (id) ON DELETE CASCADE,
     user_id ${integer} REFERENCES users (id) ON DELETE SET NULL,
     name TEXT NOT NULL,
     prefix TEXT NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     created_at ${integer} NOT NULL,
     revoked_at ${integer}
   ) ${strict}`,
  // subject_id: an account, or a team for test deliveries. A window is named by its start.
  `CREATE TABLE usage_counters (
     scope TEXT NOT NULL,
     subject_id ${integer} NOT NULL,
     window_start ${integer} NOT NULL,
     used ${integer} NOT NULL,
     PRIMARY KEY (scope, subject_id, window_start)
   ) ${strict}`,
]
