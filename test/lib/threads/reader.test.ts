import { expect } from 'chai'
import { FeedError } from '../../../lib/feeds/types.js'
import { Reader } from '../../../lib/threads/reader.js'
import { TranscriptFileError } from '../../../lib/transcripts/read-file.js'
import { aFeed, anItem, aVtt } from '../../support/feed-server.js'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const fault = (call: Promise<unknown>) => call.then(() => undefined).catch((error) => error as Error)

describe('the reader of documents', () => {
  let reader: Reader

  const aDocument = (text: string) => ({ bytes: bytesOf(text), contentType: '', url: 'http://example.org/' })
  const aFile = (text: string) => ({ bytes: bytesOf(text), hints: {} })

  afterEach(() => reader.close())

  it('the reader reads feeds and transcripts', async () => {
    reader = new Reader()

    expect(await reader.feed(aDocument(aFeed([anItem({ title: 'One' })])))).to.deep.include({
      title: 'A show',
    })
    expect((await reader.transcript(aFile(aVtt('Hello there.')))).segments).to.have.length(1)
  })

  it('the reader reports the fault that the parser found', async () => {
    reader = new Reader()

    const feed = await fault(reader.feed(aDocument('')))
    expect(feed).to.be.instanceOf(FeedError)
    expect(feed?.message).to.equal('The answer is empty.')
    const file = await fault(reader.transcript(aFile('{')))
    expect(file).to.be.instanceOf(TranscriptFileError)
    expect(file?.message).to.match(/^not valid JSON/)
  })

  it('a document that takes longer than the time limit is unreadable', async () => {
    reader = new Reader(1)

    const feed = await fault(reader.feed(aDocument(aFeed([]))))
    expect(feed).to.be.instanceOf(FeedError)
    expect(feed?.message).to.equal('The feed cannot be read: it takes longer than 0.001 seconds.')
    const file = await fault(reader.transcript(aFile(aVtt('Hello there.'))))
    expect(file).to.be.instanceOf(TranscriptFileError)
    expect(file?.message).to.equal('cannot be read: it takes longer than 0.001 seconds')
  })
})
