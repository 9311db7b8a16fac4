import type { Db } from '../db/types.js'
import type { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type SaveFileRequest,
  type SaveRecognisedRequest,
  saveFile,
  saveRecognised,
} from '../transcripts/save-incoming.js'
import { type ReadFeedRequest, readFeed } from './read-feed.js'

/** The heavy steps of following feeds, as calls of the work thread. */
export const feedCalls = (db: Db, documents: DocumentStorage, reader: Reader) => ({
  readFeed: (request: ReadFeedRequest) => readFeed(db, reader, request),
  saveFile: (request: SaveFileRequest) => saveFile(db, documents, reader, request),
  saveRecognised: (request: SaveRecognisedRequest) => saveRecognised(db, documents, request),
})
