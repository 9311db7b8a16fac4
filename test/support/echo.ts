import { operations } from '../../generated/operations.js'
import type { Handlers } from '../../handlers/operation.js'

/** Handlers that answer with the request as it was handed to them. */
export const echoHandlers = Object.fromEntries(
  operations.map(({ id }) => [
    id,
    async ({ query, params, body, team }: Record<string, unknown>) => ({
      status: 200,
      body: { operation: id, query, params, body, team: (team as { uuid: string } | undefined)?.uuid },
    }),
  ]),
) as unknown as Handlers
