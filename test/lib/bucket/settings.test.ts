import { expect } from 'chai'
import { ConfigError, readConfig } from '../../../lib/config.js'

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalr/secret+key' }

const read = (environment: Record<string, string>) => readConfig(environment, '/').transcriptBucket

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    read(environment)
    return []
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError)
    return (error as ConfigError).faults
  }
}

describe('the configuration of a bucket', () => {
  it('there is no bucket unless OVERHEARD_TRANSCRIPTS is set', () => {
    expect(read({ ...KEYS, AWS_REGION: 'nowhere at all', AWS_ENDPOINT_URL: 'ftp://x' })).to.equal(undefined)
    expect(read({ OVERHEARD_TRANSCRIPTS: ' ' })).to.equal(undefined)
  })

  const places: Array<[variables: Record<string, string>, url: string]> = [
    [
      { OVERHEARD_TRANSCRIPTS: 's3://newsroom/overheard', AWS_REGION: 'eu-central-1' },
      'https://newsroom.s3.eu-central-1.amazonaws.com/overheard/',
    ],
    [
      { OVERHEARD_TRANSCRIPTS: 's3://newsroom', AWS_DEFAULT_REGION: 'us-east-1' },
      'https://newsroom.s3.us-east-1.amazonaws.com/',
    ],
    [
      { OVERHEARD_TRANSCRIPTS: 's3://news.room/a//b/', AWS_REGION: 'cn-north-1' },
      'https://s3.cn-north-1.amazonaws.com.cn/news.room/a/b/',
    ],
    [
      { OVERHEARD_TRANSCRIPTS: 's3://newsroom/a', AWS_ENDPOINT_URL: 'http://minio:9000/' },
      'http://minio:9000/newsroom/a/',
    ],
    [
      {
        OVERHEARD_TRANSCRIPTS: 's3://newsroom',
        AWS_ENDPOINT_URL: 'http://other:1',
        AWS_ENDPOINT_URL_S3: 'https://storage.example.org/s3',
      },
      'https://storage.example.org/s3/newsroom/',
    ],
  ]
  for (const [variables, url] of places) {
    it(`the bucket is at ${url}`, () => {
      expect(read({ ...KEYS, ...variables })).to.include({ url, ...keys() })
    })
  }

  const keys = () => ({
    accessKeyId: KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY,
    sessionToken: undefined,
  })

  it('AWS_REGION is preferred, and not needed with an endpoint', () => {
    const bucket = { ...KEYS, OVERHEARD_TRANSCRIPTS: 's3://newsroom' }

    const both = read({ ...bucket, AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-west-1' })
    const own = read({ ...bucket, AWS_ENDPOINT_URL: 'http://minio:9000' })

    expect([both?.region, own?.region]).to.deep.equal(['eu-west-1', 'us-east-1'])
  })

  it('all missing variables are named together', () => {
    expect(faultsOf({ OVERHEARD_TRANSCRIPTS: 's3://newsroom/overheard' })).to.deep.equal([
      'AWS_REGION must name the region of the bucket in OVERHEARD_TRANSCRIPTS (or set AWS_ENDPOINT_URL_S3)',
      'AWS_ACCESS_KEY_ID must be set, because OVERHEARD_TRANSCRIPTS names a bucket',
      'AWS_SECRET_ACCESS_KEY must be set, because OVERHEARD_TRANSCRIPTS names a bucket',
    ])
  })

  for (const place of [
    'newsroom',
    '/srv/transcripts',
    'https://newsroom.s3.amazonaws.com',
    's3://',
    's3://Newsroom',
    's3://ab',
    's3://newsroom/../other',
    's3://newsroom/a b',
    's3://key:hidden@newsroom',
  ]) {
    it(`the bucket ${place} is refused`, () => {
      const faults = faultsOf({ ...KEYS, AWS_REGION: 'eu-central-1', OVERHEARD_TRANSCRIPTS: place })

      expect(faults).to.have.lengthOf(1)
      expect(faults[0])
        .to.match(/^OVERHEARD_TRANSCRIPTS must have the form s3:/)
        .and.not.include('hidden')
    })
  }

  for (const [name, value] of [
    ['AWS_REGION', 'eu central'],
    ['AWS_ENDPOINT_URL_S3', 'minio:9000'],
    ['AWS_ENDPOINT_URL_S3', 'http://me:hidden@minio:9000'],
    ['AWS_ENDPOINT_URL', 'http://minio:9000/?hidden=1'],
    ['AWS_SECRET_ACCESS_KEY', 'hidden\nkey'],
    ['AWS_SESSION_TOKEN', 'hidden token'],
  ] as const) {
    it(`${JSON.stringify(value)} is refused as ${name} without being shown`, () => {
      const variables = { ...KEYS, AWS_REGION: 'eu-central-1', OVERHEARD_TRANSCRIPTS: 's3://newsroom' }

      const faults = faultsOf({ ...variables, [name]: value })

      expect(faults).to.have.lengthOf(1)
      expect(faults[0])
        .to.match(new RegExp(`^${name} `))
        .and.not.include('hidden')
    })
  }
})
