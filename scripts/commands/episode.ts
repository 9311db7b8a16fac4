import type { Command } from 'commander'
import { findEpisodeOrigin } from '../../lib/feeds/episode-origin-store.js'
import { CommandError, print, withDatabase } from './command.js'

export function register(program: Command): void {
  const episode = program.command('episode').description('episodes')

  episode
    .command('show')
    .description('show an episode and the source of its transcript')
    .argument('<episode>', 'its id')
    .action(async (uuid: string, _options, command) => {
      const origin = await withDatabase((db) => findEpisodeOrigin(db, uuid.toLowerCase()))
      if (!origin) throw new CommandError(`There is no episode ${uuid}.`)
      const { transcript } = origin
      print(command, {
        json: {
          id: origin.uuid,
          title: origin.title,
          feed_url: origin.feedUrl,
          transcript: transcript && {
            source: transcript.source,
            model: transcript.model,
            language: transcript.language,
            word_count: transcript.wordCount,
            duration_seconds: transcript.durationSeconds,
          },
        },
        text: [
          origin.title,
          `of ${origin.feedUrl}`,
          transcript
            ? `transcript: ${[transcript.source, transcript.model].filter(Boolean).join(', ')}; ${transcript.language}, ${transcript.wordCount} words`
            : `no transcript${origin.transcriptError ? `: ${origin.transcriptError}` : ''}`,
        ],
      })
    })
}
