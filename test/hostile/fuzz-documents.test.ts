import { expect } from 'chai'
import fc from 'fast-check'
import { decodeDocument } from '../../lib/feeds/charset.js'
import { parseFeed } from '../../lib/feeds/parse-feed.js'
import { FeedError } from '../../lib/feeds/types.js'
import { readTranscriptFile, TranscriptFileError } from '../../lib/transcripts/read-file.js'
import { fuzzRuns, fuzzSeed } from '../support/fuzz.js'
import { FEED_FIELDS, FEED_TEXTS, fill, PIECES, shapes, TRANSCRIPT_TEXTS } from '../support/hostile-texts.js'

const SIZE = 250_000
/**
 * In time of the processor, so that other work on the machine counts less: ten times what the slowest of these documents
 * takes. One whose time grows with the square of its size takes more than a minute.
 */
const LIMIT_MS = 5_000

const namesOf = (texts: object) => fc.constantFrom(...Object.keys(texts))
/** Some pieces, one behind the other, again and again. */
const mixed = fc
  .array(fc.constantFrom(...Object.values(PIECES)), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
const shapeNames = namesOf(shapes('', 'a'))
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

/** Reads in time, to an end or to the error that says why not. */
function readsInTime(read: () => unknown, kind: new (...args: never[]) => Error, limitMs = LIMIT_MS): void {
  const before = process.cpuUsage()
  try {
    read()
  } catch (error) {
    expect(error).to.be.instanceOf(kind)
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).to.be.lessThan(limitMs)
}

const readsTranscript = (text: string, limitMs?: number) =>
  readsInTime(() => readTranscriptFile(bytesOf(text)), TranscriptFileError, limitMs)
const readsFeed = (text: string, limitMs?: number) =>
  readsInTime(() => parseFeed(decodeDocument(bytesOf(text)), 'http://a.example/'), FeedError, limitMs)

describe(`a hostile document (seed ${fuzzSeed})`, () => {
  const runs = { numRuns: fuzzRuns(30), seed: fuzzSeed }

  /** The first documents also load and compile the parsers. */
  before(() => {
    for (const text of Object.values(TRANSCRIPT_TEXTS)) readsTranscript(text(5000), Infinity)
    for (const text of Object.values(FEED_TEXTS)) readsFeed(text(5000), Infinity)
  })

  it('a hostile document is read in time as a transcript', () => {
    fc.assert(
      fc.property(namesOf(TRANSCRIPT_TEXTS), (name) => readsTranscript(TRANSCRIPT_TEXTS[name]!(SIZE))),
      runs,
    )
  })

  it('spaces behind a bracket are read in time', () => {
    readsTranscript(TRANSCRIPT_TEXTS['a bracket before spaces']!(SIZE))
  })

  it('a hostile document of mixed pieces is read in time as a transcript', () => {
    fc.assert(
      fc.property(mixed, shapeNames, (pieces, shape) => readsTranscript(shapes('', pieces)[shape]!(SIZE))),
      runs,
    )
  })

  it('a hostile document is read in time as a feed', () => {
    fc.assert(
      fc.property(namesOf(FEED_TEXTS), (name) => readsFeed(FEED_TEXTS[name]!(SIZE))),
      runs,
    )
  })

  it('a hostile document of mixed pieces is read in time as a feed', () => {
    fc.assert(
      fc.property(mixed, namesOf(FEED_FIELDS), (pieces, field) =>
        readsFeed(FEED_FIELDS[field]!(fill(pieces, SIZE))),
      ),
      runs,
    )
  })
})
