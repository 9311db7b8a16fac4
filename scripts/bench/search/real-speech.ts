import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../../lib/clock.js'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'
import type { TranscriptDocument } from '../../../lib/transcripts/types.js'
import { type CorpusEpisode, DAYS, randomFrom } from '../corpus.js'

const LARGEST_BYTES = 2_000_000
/** Sentences that stay together, as what people say in half a minute. */
const RUN = 8

/** The transcripts in these folders that can be read, as publishers offer them. */
export function readTranscripts(folders: readonly string[]): TranscriptDocument[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => statSync(path).isFile() && statSync(path).size < LARGEST_BYTES)
    .sort()
    .flatMap((path) => {
      try {
        return [readTranscriptFile(readFileSync(path), { fileName: path })]
      } catch {
        return []
      }
    })
}

/**
 * Episodes of about `words` words, put together from runs of sentences of real transcripts. Every fourth begins with another
 * name, which occurs nowhere else. The same transcripts give the same episodes.
 */
export function* resampled(
  documents: readonly TranscriptDocument[],
  { episodes, words, now }: { episodes: number; words: number; now: number },
): Generator<CorpusEpisode> {
  const random = randomFrom(20_261_123)
  const spoken = documents.flatMap(({ segments }) => segments.map(({ text }) => text))
  const lengths = spoken.map((text) => text.split(' ').length)
  for (let number = 0; number < episodes; number++) {
    const sentences = [`This is ${spokenName(Math.floor(number / 4))}.`]
    let missing = words * (0.5 + random())
    while (missing > 0) {
      const from = Math.floor(random() * spoken.length)
      for (let at = from; at < Math.min(from + RUN, spoken.length); at++) {
        sentences.push(spoken[at]!)
        missing -= lengths[at]!
      }
    }
    yield {
      publishedAt: now - Math.floor(((number + random()) / episodes) * DAYS * DAY_MS),
      title: sentences[1]!.slice(0, 80),
      sentences,
    }
  }
}

/** A name that four episodes say. */
export const spokenName = (number: number): string => `qz${number.toString(36)}`
