import type { Queue } from './queue.js'

const EPISODE_UUID = '(SELECT uuid FROM episodes WHERE episodes.id = episode_id)'

/** Every queue by its step, in the order in which an episode passes them. */
export const QUEUES = {
  poll: { table: 'feeds', key: 'id', prefix: 'poll_', publicId: 'uuid', host: 'host' },
  fetch: { table: 'episodes', key: 'id', prefix: 'transcript_', publicId: 'uuid', host: 'transcript_host' },
  recognise: { table: 'recognitions', key: 'episode_id', prefix: '', publicId: EPISODE_UUID },
  match: { table: 'transcripts', key: 'episode_id', prefix: 'match_', publicId: EPISODE_UUID },
  ask: { table: 'questions', key: 'id', prefix: '', publicId: 'CAST(id AS TEXT)' },
  deliver: { table: 'deliveries', key: 'id', prefix: '', publicId: 'uuid', open: "status = 'pending'" },
  mail: { table: 'mails', key: 'id', prefix: '', publicId: 'message_id' },
} as const satisfies Record<string, Queue>

export type StepName = keyof typeof QUEUES
export const STEP_NAMES = Object.keys(QUEUES) as StepName[]
