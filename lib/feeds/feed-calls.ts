import {
  type SaveFileRequest,
  type SaveRecognisedRequest,
  saveFile,
  saveRecognised,
} from '../transcripts/save-incoming.js'
import { type SaveAdmissionRequest, saveAdmission } from './save-admission.js'
import { type FeedParts, type SavePollRequest, savePoll } from './save-poll.js'

/** The functions that save feeds and transcripts, for the work thread. */
export const feedCalls = (parts: FeedParts) => {
  const { db, documents, reader } = parts
  return {
    saveAdmission: (request: SaveAdmissionRequest) => saveAdmission(parts, request),
    savePoll: (request: SavePollRequest) => savePoll(parts, request),
    saveFile: (request: SaveFileRequest) => saveFile(db, documents, reader, request),
    saveRecognised: (request: SaveRecognisedRequest) => saveRecognised(db, documents, request),
  }
}
