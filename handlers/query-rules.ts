import { AppError, type FaultyFields } from '../lib/errors.js'
import { searchWindow } from '../lib/search/window.js'
import type { Services } from '../lib/services.js'
import type { OperationId } from './operation.js'

type Query = Record<string, unknown>

/** Rules between parameters, which the description cannot say; named together with everything else that is wrong. */
export type QueryRules = { readonly [Op in OperationId]?: (query: Query) => FaultyFields }

export function queryRules({ clock }: Pick<Services, 'clock'>): QueryRules {
  return { searchEpisodes: (query) => faultsOfWindow(query, clock.now()) }
}

const dayOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What is wrong with the days of a search, as far as the description has not found it already. */
function faultsOfWindow({ since, until }: Query, now: number): FaultyFields {
  try {
    searchWindow({ since: dayOf(since), until: dayOf(until) }, now)
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.extra.fields as FaultyFields
    throw error
  }
}
