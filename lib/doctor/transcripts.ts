import { existsSync } from 'node:fs'
import { Bucket } from '../bucket/bucket.js'
import { connect, isPostgres } from '../db/open.js'
import { systemIds } from '../ids.js'
import { type Finding, fault, fine, messageOf, type Patient } from './check.js'

const PATIENCE = { headMs: 8000, wholeMs: 8000, tries: 2 }

interface Held {
  transcripts: number
  inBucket: number
  /** Objects that no row names; the nightly pruning removes them. */
  loose: number
}

/** Undefined when there is no readable database yet; other checks report that. */
async function countHeld({ database }: Patient['config']): Promise<Held | undefined> {
  if (!isPostgres(database) && !existsSync(database)) return undefined
  const db = connect(database)
  try {
    return await db.get<Held>(
      `SELECT (SELECT count(*) FROM transcripts) AS transcripts,
              (SELECT count(*) FROM transcripts WHERE object_key <> '') AS "inBucket",
              (SELECT count(*) FROM loose_objects) AS loose`,
    )
  } catch {
    return undefined
  } finally {
    await db.close()
  }
}

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
  const held = await countHeld(config)
  if (!config.transcriptBucket) {
    if (!held?.inBucket) return fine('in the database')
    return fault(
      `${held.inBucket} transcripts are in a bucket, but OVERHEARD_TRANSCRIPTS is not set. Set it, and the AWS_… variables, as they were.`,
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
  const found = held
    ? `: ${held.inBucket} transcripts are there, ${held.transcripts - held.inBucket} in the database; ${held.loose} objects wait to be removed`
    : ''
  return fine(`${bucket.name} stores, returns and removes objects${found}`)
}
