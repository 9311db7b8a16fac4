import type { Dialect } from './dialect.js'

/** The host of the first link. The program takes that of the best link, which is nearly always the same. */
const FIRST_HOST = {
  sqlite: `
        (SELECT lower(substr(host, 1, instr(host || ':', ':') - 1))
           FROM (SELECT substr(rest, 1, instr(rest || '/', '/') - 1) AS host
                   FROM (SELECT substr(url, instr(url, '://') + 3) AS rest
                           FROM (SELECT json_extract(transcript_links, '$[0].url') AS url))))`,
  postgres: `lower(substring(transcript_links::json -> 0 ->> 'url' FROM '://([^/:]+)'))`,
}

/** Leasing skips hosts at their limit without reading their rows: lib/queue/lease-by-host.ts. */
export const transcriptHosts = ({ engine }: Dialect) => [
  "ALTER TABLE episodes ADD COLUMN transcript_host TEXT NOT NULL DEFAULT ''",
  'DROP INDEX episodes_by_transcript_due',
  `CREATE INDEX episodes_by_transcript_due ON episodes (transcript_due_at, transcript_host)
    WHERE transcript_due_at IS NOT NULL`,
  `UPDATE episodes
      SET transcript_host = COALESCE(${FIRST_HOST[engine]}, '')
    WHERE transcript_due_at IS NOT NULL OR transcript_set_aside_at IS NOT NULL`,
]
