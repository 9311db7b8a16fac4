import { expect } from 'chai'
import { Bucket } from '../../../lib/bucket/bucket.js'
import { BucketError } from '../../../lib/bucket/bucket-error.js'
import { readConfig } from '../../../lib/config.js'
import { createSafeFetch, type SafeFetch } from '../../../lib/safe-fetch.js'
import { S3Server, signatureOf } from '../../support/s3-server.js'

const BODY = Buffer.from('What was said.')

describe('a bucket', () => {
  let server: S3Server
  let safeFetch: SafeFetch

  beforeEach(async () => {
    server = await S3Server.start()
    safeFetch = createSafeFetch()
  })
  afterEach(async () => {
    await safeFetch.close()
    await server.close()
  })

  function aBucket(environment: Record<string, string> = {}): Bucket {
    const settings = readConfig({ ...server.environment(), ...environment }, '/').transcriptBucket!
    return new Bucket(settings, safeFetch)
  }

  async function faultOf(work: Promise<unknown>): Promise<BucketError> {
    const fault = await work.then(
      () => undefined,
      (error) => error,
    )
    expect(fault).to.be.instanceOf(BucketError)
    return fault
  }

  it('an object is stored under the prefix until it is removed', async () => {
    const bucket = aBucket()

    await bucket.put('one.txt', BODY)
    expect([...server.objects]).to.deep.equal([['overheard/one.txt', BODY]])
    expect((await bucket.get('one.txt')).equals(BODY)).to.equal(true)

    await bucket.remove('one.txt')
    await bucket.remove('one.txt')
    expect(server.objects.size).to.equal(0)
  })

  it('the prefix may have several parts or none', async () => {
    await aBucket({ OVERHEARD_TRANSCRIPTS: 's3://newsroom/a/b.c/d_e/' }).put('one', BODY)
    await aBucket({ OVERHEARD_TRANSCRIPTS: 's3://newsroom' }).put('two', BODY)

    expect([...server.objects.keys()]).to.deep.equal(['a/b.c/d_e/one', 'two'])
  })

  it('a session token is sent', async () => {
    server.credentials.sessionToken = 'a/session=token'

    await aBucket().put('one', BODY)
    const fault = await faultOf(aBucket({ AWS_SESSION_TOKEN: 'another' }).put('two', BODY))

    expect([...server.objects.keys()]).to.deep.equal(['overheard/one'])
    expect(fault.message).to.include('InvalidToken')
  })

  it('a missing object is distinguished from a missing bucket', async () => {
    const missing = await faultOf(aBucket().get('nothing'))
    const elsewhere = await faultOf(aBucket({ OVERHEARD_TRANSCRIPTS: 's3://elsewhere' }).get('nothing'))

    expect([missing.code, elsewhere.code]).to.deep.equal(['BUCKET_OBJECT_MISSING', 'BUCKET_UNAVAILABLE'])
    expect(elsewhere.message).to.equal('s3://elsewhere answered 404 (NoSuchBucket)')
  })

  it('a server that does not speak S3 counts as unreachable', async () => {
    server.fail({ status: 404 })

    expect((await faultOf(aBucket().get('one'))).code).to.equal('BUCKET_UNAVAILABLE')
  })

  it('a refusal is reported with its code and without keys', async () => {
    const secret = 'another-secret-that-is-wrong'

    const fault = await faultOf(aBucket({ AWS_SECRET_ACCESS_KEY: secret }).get('one'))

    expect(fault.message).to.equal('s3://newsroom/overheard answered 403 (SignatureDoesNotMatch)')
    expect(JSON.stringify([fault, fault.stack]))
      .to.not.include(secret)
      .and.not.include('AKIDEXAMPLE')
  })

  it('the region of a bucket is reported', async () => {
    server.fail({ status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'us-west-2' } })

    expect((await faultOf(aBucket().get('one'))).message).to.include('the bucket is in us-west-2')
  })

  it('a temporary failure is retried, three times at most', async () => {
    server.fail({ status: 503, code: 'SlowDown' }, 2)
    await aBucket().put('one', BODY)
    expect(server.count('PUT')).to.equal(3)

    server.fail({ status: 500 })
    const fault = await faultOf(aBucket().get('one'))
    expect([fault.code, fault.message]).to.deep.equal([
      'BUCKET_UNAVAILABLE',
      's3://newsroom/overheard answered 500',
    ])
    expect(server.count('GET')).to.equal(3)
  })

  it('a refusal is not retried', async () => {
    server.fail({ status: 403, code: 'AccessDenied' })

    await faultOf(aBucket().get('one'))

    expect(server.count('GET')).to.equal(1)
  })

  it('a server that does not answer counts as unreachable', async () => {
    server.fail(() => undefined)
    const late = await faultOf(aBucket().get('one', { headMs: 50 }))
    await server.goAway()
    const gone = await faultOf(aBucket().get('one'))

    expect(late).to.include({ code: 'BUCKET_UNAVAILABLE' })
    expect(late.message).to.include('timed out')
    expect(gone.message).to.equal('s3://newsroom/overheard: connection refused')
  })
})

describe('the S3 server of the tests', () => {
  it("the S3 server of the tests computes the signature of AWS's documented example", () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

    const signature = signatureOf({
      method: 'GET',
      path: '/test.txt',
      query: '',
      headers: [
        ['host', 'examplebucket.s3.amazonaws.com'],
        ['range', 'bytes=0-9'],
        ['x-amz-content-sha256', empty],
        ['x-amz-date', '20130524T000000Z'],
      ],
      bodyHash: empty,
      date: '20130524T000000Z',
      region: 'us-east-1',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    })

    expect(signature).to.equal('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })
})
