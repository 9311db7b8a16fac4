import { Bucket } from '../bucket/bucket.js'
import { messageOf } from '../errors.js'
import { systemIds } from '../ids.js'
import { countTranscripts } from '../transcripts/transcript-store.js'
import { type CheckContext, type Finding, fault, fine, fromDatabase } from './check.js'

const LIMITS = { headMs: 8000, wholeMs: 8000, tries: 2 }

/** Writes, reads and removes a small object. */
async function tryOut(bucket: Bucket): Promise<void> {
  const key = `doctor-${systemIds.uuid()}`
  const written = Buffer.from(key)
  await bucket.put(key, written, LIMITS)
  const read = await bucket.get(key, LIMITS)
  await bucket.remove(key, LIMITS)
  if (!read.equals(written)) throw new Error('the object that was read differs from the one that was written')
}

export async function checkTranscripts({ config, safeFetch }: CheckContext): Promise<Finding> {
  const counts = await fromDatabase(config, countTranscripts)
  if (!config.transcriptBucket) {
    if (!counts?.inBucket) return fine('in the database')
    return fault(
      `${counts.inBucket} transcripts are in a bucket, but OVERHEARD_TRANSCRIPTS is not set. Set it, and the AWS_… variables, as they were.`,
    )
  }
  const bucket = new Bucket(config.transcriptBucket, safeFetch)
  try {
    await tryOut(bucket)
  } catch (error) {
    return fault(
      `${messageOf(error)}. Check OVERHEARD_TRANSCRIPTS, the AWS_… variables, and that the key may get, put and delete objects there.`,
    )
  }
  const found = counts
    ? `: ${counts.inBucket} transcripts are there, ${counts.transcripts - counts.inBucket} in the database; ${counts.loose} objects wait to be removed`
    : ''
  return fine(`${bucket.name} stores, returns and removes objects${found}`)
}
