/** The address and credentials of an S3-compatible bucket. */
export interface BucketSettings {
  /** `s3://bucket/prefix`, for messages. */
  name: string
  /** URL of the prefix; ends in a slash. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/** Reads environment variables and collects faults; implemented in `lib/config.ts`. */
interface Variables {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  fault(name: string, what: string): void
}

/** Bucket names as S3 allows them; prefixes that need no escaping in a URL. */
const PLACE = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w.\-/]*))?$/
const REGION = /^[a-z\d-]{1,60}$/
/** Characters that a header may contain. */
const KEY = /^[\x21-\x7e]+$/

/** Servers that ignore regions expect this one in the signature. */
const USUAL_REGION = 'us-east-1'

/** Reads the bucket of variable `name` and the standard AWS variables. Undefined when the variable is not set. */
export function readBucketSettings(variables: Variables, name: string): BucketSettings | undefined {
  const text = variables.text(name)
  if (text === undefined) return undefined
  const place = readPlace(text)
  // The message leaves the value out: it may contain keys.
  if (!place) variables.fault(name, 'must have the form s3://bucket/prefix (letters, digits, dots, dashes)')
  const endpoint = readEndpoint(variables)
  const region = readRegion(variables, name, endpoint)
  const accessKeyId = readKey(variables, name, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = readKey(variables, name, 'AWS_SECRET_ACCESS_KEY')
  const sessionToken = variables.text('AWS_SESSION_TOKEN') && readKey(variables, name, 'AWS_SESSION_TOKEN')
  const { bucket, prefix } = place ?? { bucket: '', prefix: '' }
  return {
    name: `s3://${[bucket, ...prefix].join('/')}`,
    url: [baseUrl(bucket, region, endpoint), ...prefix, ''].join('/'),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken,
  }
}

function readPlace(text: string): { bucket: string; prefix: string[] } | undefined {
  const [, bucket, path = ''] = PLACE.exec(text) ?? []
  const prefix = path.split('/').filter((part) => part !== '')
  return bucket === undefined || prefix.some((part) => /^\.\.?$/.test(part)) ? undefined : { bucket, prefix }
}

function readEndpoint(variables: Variables): string | undefined {
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const text = variables.url(name, ['http:', 'https:'])
    if (text === undefined) continue
    if (!/[@?#]/.test(text)) return text.replace(/\/+$/, '')
    variables.fault(name, 'must be an address alone, without user, query or fragment')
  }
  return undefined
}

function readRegion(variables: Variables, asking: string, endpoint: string | undefined): string {
  const name = variables.text('AWS_REGION') === undefined ? 'AWS_DEFAULT_REGION' : 'AWS_REGION'
  const region = variables.text(name)
  if (region === undefined) {
    if (endpoint === undefined) {
      variables.fault(
        'AWS_REGION',
        `must name the region of the bucket in ${asking} (or set AWS_ENDPOINT_URL_S3)`,
      )
    }
    return USUAL_REGION
  }
  if (!REGION.test(region)) variables.fault(name, 'must be a region such as eu-central-1')
  return region
}

function readKey(variables: Variables, asking: string, name: string): string {
  const key = variables.text(name)
  if (key === undefined) variables.fault(name, `must be set, because ${asking} names a bucket`)
  else if (!KEY.test(key)) variables.fault(name, 'contains characters that no such key has')
  return key ?? ''
}

/**
 * Self-hosted servers rarely have a DNS name per bucket, and no certificate covers a bucket name with dots,
 * so both get path-style URLs.
 */
function baseUrl(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}
