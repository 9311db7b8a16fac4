/** The channel on which PostgreSQL tells every process what became due; words are those of lib/jobs/signals.ts. */
export const ANNOUNCEMENTS = 'overheard'

/** At the commit, so that whoever wakes finds it; the same word of one transaction is said once. */
const announce = (word: string, table: string, when: string, due: string) =>
  `CREATE TRIGGER announce_${word} AFTER ${when} ON ${table}
     FOR EACH ROW WHEN (${due}) EXECUTE FUNCTION announce('${word}')`

/** A file is watched instead. Here the database speaks itself: commands and other processes need not know how. */
export const announcements: string[] = []

export const announcementsOnPostgres: string[] = [
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
