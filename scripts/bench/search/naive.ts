import BetterSqlite3 from 'better-sqlite3'

/** The simple alternative: one FTS5 table of transcripts, joined with the dates. */
export class NaiveIndex {
  private readonly db: BetterSqlite3.Database
  private readonly insertEpisode: BetterSqlite3.Statement
  private readonly insertText: BetterSqlite3.Statement

  constructor(path: string) {
    this.db = new BetterSqlite3(path)
    this.db.pragma('journal_mode = WAL')
    this.db.pragma('synchronous = NORMAL')
    this.db.pragma('cache_size = -64000')
    this.db.exec(`
      CREATE TABLE IF NOT EXISTS episodes (id INTEGER PRIMARY KEY, published_at INTEGER NOT NULL, title TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS episodes_by_date ON episodes (published_at, id);
      CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(transcript, tokenize = 'unicode61 remove_diacritics 2');`)
    this.insertEpisode = this.db.prepare('INSERT INTO episodes VALUES (?, ?, ?)')
    this.insertText = this.db.prepare('INSERT INTO texts (rowid, transcript) VALUES (?, ?)')
  }

  add(episodes: ReadonlyArray<{ id: number; publishedAt: number; title: string; text: string }>): void {
    this.db.transaction(() => {
      for (const { id, publishedAt, title, text } of episodes) {
        this.insertEpisode.run(id, publishedAt, title)
        this.insertText.run(BigInt(id), text)
      }
    })()
  }

  /** Milliseconds of the ids of a first page, or of a page with excerpts. */
  time(match: string, from: number, to: number, order: 'best' | 'newest', withExcerpts: boolean): number {
    const columns = withExcerpts ? `e.*, snippet(texts, 0, '', '', '…', 32) AS excerpt` : 'e.id'
    const by = order === 'best' ? 'bm25(texts)' : 'e.published_at DESC'
    const statement = this.db.prepare(
      `SELECT ${columns} FROM texts JOIN episodes e ON e.id = texts.rowid
        WHERE texts MATCH ? AND e.published_at BETWEEN ? AND ? ORDER BY ${by} LIMIT 25`,
    )
    const start = performance.now()
    statement.all(match, from, to)
    return performance.now() - start
  }

  close(): void {
    this.db.close()
  }
}
