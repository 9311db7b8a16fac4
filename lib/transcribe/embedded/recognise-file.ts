import type { Cue } from '../../transcripts/types.js'
import { decodeSpeech } from '../audio/decode.js'
import { SPEECH_RATE } from '../audio/pcm.js'
import { Checkpoint } from '../checkpoint.js'
import type { RecogniseOrder, Report } from '../worker/protocol.js'
import { MODEL } from './installation.js'
import { loadLibrary, speechModel, voiceDetector } from './runtime.js'
import { type Utterance, Utterances } from './utterances.js'

const REPORT_EVERY_SECONDS = 10

/**
 * Recognises a file from the end of its checkpoint, utterance by utterance, and reports cues. Returns the
 * length of the audio in seconds.
 */
export async function recogniseFile(
  order: RecogniseOrder,
  report: (message: Report) => void,
): Promise<number> {
  const { path, installation } = order
  const checkpoint = await Checkpoint.open(order.checkpoint, path, MODEL)
  report({ kind: 'cues', cues: checkpoint.cues })

  const sherpa = loadLibrary(installation)
  const textOf = speechModel(sherpa, installation)
  const utterances = new Utterances(voiceDetector(sherpa, installation))
  const known = Math.round(checkpoint.untilSeconds * SPEECH_RATE)
  const take = async (ended: Iterable<Utterance>) => {
    for (const { start, end, samples } of ended) {
      const [from, until] = [(start + known) / SPEECH_RATE, (end + known) / SPEECH_RATE]
      const text = textOf(samples)
      const cues: Cue[] = text === '' ? [] : [{ start: from, end: until, text }]
      await checkpoint.add({ until, cues })
      report({ kind: 'cues', cues })
    }
  }

  let durationSeconds = 0
  let reportedSeconds = 0
  const options = { installation, fromSeconds: checkpoint.untilSeconds }
  for await (const { samples, doneSeconds, totalSeconds } of decodeSpeech(path, options)) {
    await take(utterances.hear(samples))
    durationSeconds = doneSeconds
    if (doneSeconds < reportedSeconds + REPORT_EVERY_SECONDS) continue
    reportedSeconds = doneSeconds
    report({ kind: 'progress', doneSeconds, totalSeconds })
  }
  await take(utterances.end())
  return durationSeconds
}
