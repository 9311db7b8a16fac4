import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { searcherOf } from './engines.js'
import { episodeCalls } from './episode-calls.js'
import { podcastCalls } from './podcast-calls.js'

/** The functions of a search thread. */
export const searchCalls = (db: Db, documents: DocumentStorage) => ({
  /** Reads from every index. Throws the error of SQLite if one is damaged. */
  ping: () => searcherOf(db).check(db),
  ...episodeCalls(db, documents),
  ...podcastCalls(db),
})

export type SearchCalls = ReturnType<typeof searchCalls>
