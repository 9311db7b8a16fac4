/** Accounts, teams, people and keys; counters of limits; settings of the service. */
export const accounts = [
  `CREATE TABLE settings (
     name TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT`,
  `CREATE TABLE accounts (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     plan TEXT NOT NULL,
     created_on TEXT NOT NULL,
     subscribed_on TEXT,
     created_at INTEGER NOT NULL
   ) STRICT`,
  `CREATE TABLE teams (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT`,
  'CREATE INDEX teams_by_account ON teams (account_id, id)',
  `CREATE TABLE users (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     full_name TEXT NOT NULL,
     email TEXT NOT NULL,
     is_admin INTEGER NOT NULL DEFAULT 0,
     created_at INTEGER NOT NULL
   ) STRICT`,
  'CREATE INDEX users_by_account ON users (account_id, id)',
  `CREATE TABLE team_members (
     team_id INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
     user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     PRIMARY KEY (team_id, user_id)
   ) STRICT`,
  'CREATE INDEX team_members_by_user ON team_members (user_id)',
  // A key is shown once and never stored. It is found by its SHA-256.
  `CREATE TABLE api_keys (
     id INTEGER PRIMARY KEY,
     uuid TEXT NOT NULL UNIQUE,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     team_id INTEGER REFERENCES teams (id) ON DELETE CASCADE,
     user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
     name TEXT NOT NULL,
     prefix TEXT NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     created_at INTEGER NOT NULL,
     revoked_at INTEGER
   ) STRICT`,
  // subject_id: an account, or a team for test deliveries. A window is named by its start.
  `CREATE TABLE usage_counters (
     scope TEXT NOT NULL,
     subject_id INTEGER NOT NULL,
     window_start INTEGER NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (scope, subject_id, window_start)
   ) STRICT`,
]
