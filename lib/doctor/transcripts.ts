import { Bucket } from '../bucket/bucket.js'
import type { Db } from '../db/types.js'
import { systemIds } from '../ids.js'
import { type Finding, fault, fine, fromDatabase, messageOf, type Patient } from './check.js'

const PATIENCE = { headMs: 8000, wholeMs: 8000, tries: 2 }

interface Counts {
  transcripts: number
  inBucket: number
  /** Objects that no row names; the nightly pruning removes them. */
  loose: number
}

const countTranscripts = (db: Db) =>
  db.get<Counts>(
    `SELECT (SELECT count(*) FROM transcripts) AS transcripts,
            (SELECT count(*) FROM transcripts WHERE object_key <> '') AS "inBucket",
            (SELECT count(*) FROM loose_objects) AS loose`,
  )

/** Writes, reads and removes a small object. */
async function tryOut(bucket: Bucket): Promise<void> {
  const key = `doctor-${systemIds.uuid()}`
  const written = Buffer.from(key)
  await bucket.put(key, written, PATIENCE)
  const read = await bucket.get(key, PATIENCE)
  await bucket.remove(key, PATIENCE)
  if (!read.equals(written)) throw new Error('the object that was read differs from the one that was written')
}

export async function checkTranscripts({ config, safeFetch }: Patient): Promise<Finding> {
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
