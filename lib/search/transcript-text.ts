import type { Db } from '../db/types.js'
import { decodeText } from '../transcripts/encoding.js'

/** All that is said in an episode, as the index takes it; undefined without a transcript. */
export async function findTranscriptText(db: Db, episodeId: number): Promise<string | undefined> {
  const row = await db.get<{ encoding: number; text: Buffer }>(
    'SELECT encoding, text FROM transcripts WHERE episode_id = :episodeId',
    { episodeId },
  )
  return row && joinSentences(await decodeText(row))
}

/** Sentences are stored a line each; a phrase may run from one into the next. */
export function joinSentences(lines: string): string {
  return lines.replaceAll('\n', ' ')
}
