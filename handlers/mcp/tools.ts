import { type OperationId, operations } from '../../generated/operations.js'
import { inputSchemaOf, type ObjectSchema, outputSchema, resultSchemaOf } from './schemas.js'

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  /** The operation that the tool calls; undefined if it has none. */
  operationId: OperationId | undefined
}

const TEAM =
  'Id of the team to act for, from list_teams. Needed with a key of a whole account; a key of one team needs none.'

type Effect = 'reads' | 'adds' | 'changes'

interface Sketch {
  operationId: OperationId
  title: string
  description: string
  effect?: Effect
}

const annotationsOf = (effect: Effect): Tool['annotations'] => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes',
  idempotentHint: effect !== 'adds',
  openWorldHint: false,
})

function toolOf(name: string, { operationId, title, description, effect = 'reads' }: Sketch): Tool {
  const input = inputSchemaOf(operationId)
  if (operations.find(({ id }) => id === operationId)!.teamScoped) {
    input.properties.team_id = { type: 'string', format: 'uuid', description: TEAM }
  }
  return {
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: outputSchema(resultSchemaOf(operationId)),
    annotations: annotationsOf(effect),
    operationId,
  }
}

const SKETCHES: Record<string, Sketch> = {
  search_podcasts: {
    operationId: 'searchPodcasts',
    title: 'Search podcasts',
    description:
      'Finds podcasts (shows) by name and description. Use it to get the podcast_id of a show that somebody names, or ' +
      'to find shows about a subject. To find what was said in episodes, use search_episodes.',
  },
  search_episodes: {
    operationId: 'searchEpisodes',
    title: 'Search episodes',
    description:
      'Finds episodes by what was said in them (scope transcript, with short excerpts) or by their title and ' +
      'description (scope metadata). It covers the last 30 days unless since and until say otherwise, and reaches back ' +
      '18 months; window in the answer is the period that was searched. If nothing is found, try fewer words, ' +
      'other forms of a word joined by |, or an earlier since. For more of the context of a hit use ' +
      'get_transcript_excerpts; for the newest episodes of one show use list_podcast_episodes.',
  },
  list_podcast_episodes: {
    operationId: 'listPodcastEpisodes',
    title: 'List the episodes of a podcast',
    description:
      'Lists the episodes of one podcast, newest first: what is new on a show, or what it has published. Not limited to ' +
      '18 months. Only episodes that this server has stored are listed.',
  },
  get_episode: {
    operationId: 'getEpisode',
    title: 'Get an episode',
    description:
      'Gets one episode with its description, its podcast, and whether it has a transcript (language, length, number of ' +
      'words). Use it before read_transcript to see how long a transcript is.',
  },
  get_transcript_excerpts: {
    operationId: 'getTranscriptExcerpts',
    title: 'Get passages around words',
    description:
      'Gets the passages of one episode in which given words are said, with times in seconds. Use it to quote or to ' +
      'check what was said about something; it is quicker than read_transcript and takes no transcript download. ' +
      'total_hits counts all places, of which at most 5 passages are shown, the earliest first.',
  },
  read_transcript: {
    operationId: 'readTranscript',
    title: 'Read a transcript',
    description:
      'Reads the whole transcript of one episode as paragraphs with times in seconds, about 50 paragraphs a page. The ' +
      "first page takes one transcript download off the account's monthly allowance (see get_usage); later pages take " +
      'none. Use get_transcript_excerpts instead when only some passages matter.',
  },
  list_teams: {
    operationId: 'listTeams',
    title: 'List the teams',
    description:
      'Lists the teams that this key can act for, with their ids. Alerts belong to a team: use an id as team_id of the ' +
      'alert tools when the key is of a whole account, and of list_team_members.',
  },
  list_team_members: {
    operationId: 'listTeamMembers',
    title: 'List the members of a team',
    description:
      'Lists the people of a team with their ids. create_alert and update_alert take these ids as recipient_user_ids, ' +
      'the people who get mails.',
  },
  list_alerts: {
    operationId: 'listAlerts',
    title: 'List alerts',
    description:
      'Lists the alerts of a team, newest first, with their keywords and whether they are active. paused_reason tells ' +
      'why one was paused. Use it before create_alert, to see whether there is such an alert already.',
  },
  create_alert: {
    operationId: 'createAlert',
    title: 'Create an alert',
    description:
      'Creates an alert: from now on, new episodes that say any of its keywords are recorded as matches, which ' +
      'list_matches shows. It does not look at the past; use search_episodes for that. Keywords that would match too ' +
      'many episodes a day are refused; use more specific words or phrases. The plan of the account limits the number ' +
      'of active alerts. Calling it twice makes two alerts.',
    effect: 'adds',
  },
  update_alert: {
    operationId: 'updateAlert',
    title: 'Change an alert',
    description:
      'Changes an alert. Arguments that are left out stay as they are; keywords and recipient_user_ids replace the whole ' +
      'list, so send the old entries too. is_active false stops it, true starts it again, also after it was paused. ' +
      'Keywords that would match too many episodes a day are refused, and nothing changes.',
    effect: 'changes',
  },
  list_matches: {
    operationId: 'listAlertMatches',
    title: 'List the matches of an alert',
    description:
      'Lists the episodes of the last 60 days in which an alert heard its keywords, newest first, with an excerpt and ' +
      'the times in seconds.',
  },
}

const WINDOW: ObjectSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    reset: { type: 'string', format: 'date-time', description: 'When the count begins anew.' },
  },
  required: ['limit', 'remaining', 'reset'],
}

const GET_USAGE: Tool = {
  name: 'get_usage',
  title: 'Get usage and limits',
  description:
    'Gets whom the key acts for (identity), the plan of the account, and what is left of each limit: requests in this ' +
    'minute and this month, and transcript downloads in this month. Each tool call is one request. Use it when a call ' +
    'was refused with rate_limited, or before reading many transcripts.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  outputSchema: outputSchema({
    type: 'object',
    properties: {
      identity: resultSchemaOf('getIdentity'),
      plan: { type: 'string' },
      limits: {
        type: 'object',
        properties: {
          per_minute: WINDOW,
          per_month: WINDOW,
          transcript_downloads_per_month: WINDOW,
          webhook_test_sends_per_hour: WINDOW,
        },
        required: ['per_minute', 'per_month', 'transcript_downloads_per_month'],
      },
    },
    required: ['identity', 'plan', 'limits'],
  }),
  annotations: annotationsOf('reads'),
  operationId: undefined,
}

/** All tools. */
export const TOOLS: readonly Tool[] = [
  ...Object.entries(SKETCHES).map(([name, sketch]) => toolOf(name, sketch)),
  GET_USAGE,
]
