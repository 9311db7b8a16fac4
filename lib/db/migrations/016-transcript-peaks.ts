import type { Dialect } from './dialect.js'

/** The words and phrases that transcripts say most: lib/search/peaks.ts. Rows are episodes.search_key. */
export const transcriptPeaks = ({ engine }: Dialect) => (engine === 'sqlite' ? tables : [])

const tables = [
  `CREATE VIRTUAL TABLE transcript_peaks USING fts5(
     peaks, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  "INSERT INTO transcript_peaks (transcript_peaks, rank) VALUES ('usermerge', 2)",
  `CREATE VIRTUAL TABLE transcript_peak_terms USING fts5vocab('transcript_peaks', 'instance')`,
  // Of transcripts that are there already, the nightly job adds the peaks: lib/search/fts5-writer.ts.
  `INSERT INTO settings (name, value) SELECT 'peaks_missing', '1' WHERE EXISTS (SELECT 1 FROM transcripts)`,
]
