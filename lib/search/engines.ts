import type { Db } from '../db/types.js'
import { Fts5Searcher } from './fts5-searcher.js'
import { Fts5Writer } from './fts5-writer.js'
import type { IndexWriter } from './index-writer.js'
import { PostgresSearcher } from './postgres-searcher.js'
import { PostgresWriter } from './postgres-writer.js'
import type { Searcher } from './searcher.js'

/** The two objects of each database engine. */
const engines: Record<Db['engine'], { writer: IndexWriter; searcher: Searcher }> = {
  sqlite: { writer: new Fts5Writer(), searcher: new Fts5Searcher() },
  postgres: { writer: new PostgresWriter(), searcher: new PostgresSearcher() },
}

export const writerOf = ({ engine }: Db): IndexWriter => engines[engine].writer
export const searcherOf = ({ engine }: Db): Searcher => engines[engine].searcher
