import type { Db } from '../db/types.js'
import type { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type TakeFileRequest,
  type TakeRecognisedRequest,
  takeFile,
  takeRecognised,
} from '../transcripts/take-transcript.js'
import { type ReadFeedRequest, readFeed } from './read-feed.js'

/** The heavy steps of following feeds, as calls of the work thread. */
export const feedCalls = (db: Db, documents: DocumentStorage, reader: Reader) => ({
  readFeed: (request: ReadFeedRequest) => readFeed(db, reader, request),
  takeFile: (request: TakeFileRequest) => takeFile(db, documents, reader, request),
  takeRecognised: (request: TakeRecognisedRequest) => takeRecognised(db, documents, request),
})
