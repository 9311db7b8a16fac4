import type { Services } from '../lib/services.js'
import { file, type HandlersOf, ok } from './operation.js'

export const transcriptHandlers = ({
  transcripts,
}: Pick<Services, 'transcripts'>): HandlersOf<'transcripts'> => ({
  async getTranscriptExcerpts({ params, query }) {
    const { q: terms, context, limit } = query
    const { excerpts, totalHits } = await transcripts.excerpts(params.episode_id, { terms, context, limit })
    return ok({ excerpts, total_hits: totalHits })
  },

  async readTranscript({ caller, params, query }) {
    const page = await transcripts.readPage(caller.account, params.episode_id, query.cursor)
    return ok({
      paragraphs: page.paragraphs,
      language: page.language,
      duration_seconds: page.durationSeconds,
      next_cursor: page.nextCursor,
    })
  },

  async downloadTranscript({ caller, params, query }) {
    return file(await transcripts.download(caller.account, params.episode_id, query.format))
  },
})
