import type { Db } from '../db/types.js'
import { searcherOf } from './engines.js'
import { episodeCalls } from './episode-calls.js'
import { podcastCalls } from './podcast-calls.js'

/** Everything that search does on its threads. */
export const searchCalls = (db: Db) => ({
  /** Reads from every index; throws what SQLite says of a damaged one. */
  ping: () => searcherOf(db).check(db),
  ...episodeCalls(db),
  ...podcastCalls(db),
})

export type SearchCalls = ReturnType<typeof searchCalls>
