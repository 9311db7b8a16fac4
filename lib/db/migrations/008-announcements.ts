import type { Dialect } from './dialect.js'

/** The channel on which PostgreSQL notifies every process of due work. Its words are in lib/jobs/signals.ts, except `feed`, which no job needs any more. */
export const ANNOUNCEMENTS = 'overheard'

/** Sent at commit, so that listeners find the work. Repeated words of one transaction are sent once. */
const announce = (word: string, table: string, when: string, due: string) =>
  `CREATE TRIGGER announce_${word} AFTER ${when} ON ${table}
     FOR EACH ROW WHEN (${due}) EXECUTE FUNCTION announce('${word}')`

/** PostgreSQL notifies by triggers, so that no writer needs to. A SQLite file is watched instead. */
export const announcements = ({ engine }: Dialect) => (engine === 'postgres' ? triggers : [])

const triggers = [
  `CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_notify('${ANNOUNCEMENTS}', TG_ARGV[0]);
       RETURN NULL;
     END $$`,
  announce('feed', 'feeds', 'INSERT', 'NEW.next_poll_at IS NOT NULL'),
  announce('audio', 'recognitions', 'INSERT', 'TRUE'),
  announce('audio', 'episodes', 'INSERT OR UPDATE OF transcript_due_at', 'NEW.transcript_due_at IS NOT NULL'),
  announce(
    'transcript',
    'transcripts',
    'INSERT OR UPDATE OF percolate_due_at',
    'NEW.percolate_due_at IS NOT NULL',
  ),
  announce('question', 'questions', 'INSERT', 'TRUE'),
  announce('delivery', 'deliveries', 'INSERT', "NEW.status = 'pending'"),
  announce('mail', 'mails', 'INSERT', 'NEW.due_at IS NOT NULL'),
]
