import { decodeDocument } from '../feeds/charset.js'
import { parseFeed } from '../feeds/parse-feed.js'
import { readTranscriptFile } from '../transcripts/read-file.js'
import type { FeedToRead, TranscriptToRead } from './reader.js'
import { serveThread } from './serve-thread.js'

/** A thread that only reads publishers' documents, so it can be ended at any moment. */
serveThread({
  feed: ({ bytes, contentType, url }: FeedToRead) => parseFeed(decodeDocument(bytes, contentType), url),
  transcript: ({ bytes, hints }: TranscriptToRead) => readTranscriptFile(bytes, hints),
})
