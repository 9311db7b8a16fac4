import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { searcherOf } from './engines.js'
import { episodeCalls } from './episode-calls.js'
import { podcastCalls } from './podcast-calls.js'

/** Everything that search does on its threads. */
export const searchCalls = (db: Db, documents: DocumentStorage) => ({
  /** Reads from every index; throws what SQLite says of a damaged one. */
  ping: () => searcherOf(db).check(db),
  ...episodeCalls(db, documents),
  ...podcastCalls(db),
})

export type SearchCalls = ReturnType<typeof searchCalls>
