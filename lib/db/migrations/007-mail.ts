import type { Dialect } from './dialect.js'

/** The outbox: mails that wait for the mail server, and recently sent ones. */
export const mail = ({ identity, integer, strict }: Dialect) => [
  // message_id is the same for all attempts, so that receivers recognise a repeat. Open: neither sent nor
  // given up.
  `CREATE TABLE mails (
     id ${identity},
     message_id TEXT NOT NULL UNIQUE,
     kind TEXT NOT NULL,
     address TEXT NOT NULL,
     name TEXT NOT NULL,
     subject TEXT NOT NULL,
     text TEXT NOT NULL,
     html TEXT NOT NULL,
     created_at ${integer} NOT NULL,
     due_at ${integer},
     tries ${integer} NOT NULL DEFAULT 0,
     leased_until ${integer},
     sent_at ${integer},
     last_error TEXT NOT NULL DEFAULT ''
   ) ${strict}`,
  'CREATE INDEX mails_by_due ON mails (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX mails_by_creation ON mails (created_at)',
]
