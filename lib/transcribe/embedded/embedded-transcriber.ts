import type { Cue } from '../../transcripts/types.js'
import { TranscribeFault, type Transcriber } from '../transcriber.js'
import { runAudioProcess } from '../worker/run-audio-process.js'
import { MODEL } from './installation.js'

/** The recogniser installed in `installation`: English, one core, one process per file. */
export function embeddedTranscriber(installation: string): Transcriber {
  return {
    name: 'embedded',
    model: MODEL,
    async transcribe({ path, checkpoint }, { language, signal, onProgress }) {
      if (language !== undefined && !/^en\b/i.test(language)) {
        throw new TranscribeFault(
          'unsupported_language',
          `the embedded recogniser knows English only, not ${language}`,
        )
      }
      const cues: Cue[] = []
      const durationSeconds = await runAudioProcess(
        { task: 'recognise', path, installation, checkpoint },
        {
          signal,
          onReport(report) {
            if (report.kind === 'cues') cues.push(...report.cues)
            if (report.kind === 'progress') onProgress?.(report.doneSeconds, report.totalSeconds)
          },
        },
      )
      return { language: 'en', durationSeconds, timed: true, cues }
    },
  }
}
