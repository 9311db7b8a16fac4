import {
  type SaveFileRequest,
  type SaveRecognisedRequest,
  saveFile,
  saveRecognised,
} from '../transcripts/save-incoming.js'
import { type SaveAdmissionRequest, saveAdmission } from './save-admission.js'
import { type FeedSaving, type SavePollRequest, savePoll } from './save-poll.js'

/** The functions that save feeds and transcripts, for the work thread. */
export const feedCalls = (saving: FeedSaving) => {
  const { db, documents, reader } = saving
  return {
    saveAdmission: (request: SaveAdmissionRequest) => saveAdmission(saving, request),
    savePoll: (request: SavePollRequest) => savePoll(saving, request),
    saveFile: (request: SaveFileRequest) => saveFile(db, documents, reader, request),
    saveRecognised: (request: SaveRecognisedRequest) => saveRecognised(db, documents, request),
  }
}
