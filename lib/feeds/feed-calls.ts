import {
  type SaveFileRequest,
  type SaveRecognisedRequest,
  saveFile,
  saveRecognised,
} from '../transcripts/save-incoming.js'
import { type FeedTaking, refusedAsAnswer, type TakeFeedRequest, takeFeed } from './take-feed.js'
import { type TakeFirstRequest, takeFirst } from './take-first.js'

/** The heavy steps of following feeds, as calls of the work thread. */
export const feedCalls = (saving: FeedTaking) => {
  const { db, documents, reader } = saving
  return {
    takeFirst: (request: TakeFirstRequest) => refusedAsAnswer(takeFirst(saving, request)),
    takeFeed: (request: TakeFeedRequest) => refusedAsAnswer(takeFeed(saving, request)),
    saveFile: (request: SaveFileRequest) => saveFile(db, documents, reader, request),
    saveRecognised: (request: SaveRecognisedRequest) => saveRecognised(db, documents, request),
  }
}
