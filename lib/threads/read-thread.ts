import { decodeDocument } from '../feeds/charset.js'
import { parseFeed } from '../feeds/parse-feed.js'
import { type FileHints, readTranscriptFile } from '../transcripts/read-file.js'
import { serveThread } from './serve-thread.js'

export interface FeedToRead {
  bytes: Uint8Array
  contentType: string
  url: string
}

export interface TranscriptToRead {
  bytes: Uint8Array
  hints: FileHints
}

/** A thread that only reads publishers' documents, so it can be ended at any moment. */
const calls = {
  feed: ({ bytes, contentType, url }: FeedToRead) => parseFeed(decodeDocument(bytes, contentType), url),
  transcript: ({ bytes, hints }: TranscriptToRead) => readTranscriptFile(bytes, hints),
}

export type ReadCalls = typeof calls

serveThread(calls)
