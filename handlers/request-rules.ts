import type { AlertChange } from '../lib/alerts/alert.js'
import { faultsOfRequest } from '../lib/alerts/alert-rules.js'
import { AppError, type FaultyFields } from '../lib/errors.js'
import { searchWindow } from '../lib/search/window.js'
import type { Services } from '../lib/services.js'
import { faultsOfUrl } from '../lib/webhooks/webhooks.js'
import type { OperationId } from './operation.js'

type Input = Record<string, unknown>
type Rules = { readonly [Op in OperationId]?: (input: Input) => FaultyFields }

/**
 * Rules that the OpenAPI description cannot express. They run even if schema validation has failed, so that one
 * response names every faulty field; they ignore values of the wrong type, which validation reports.
 */
export interface RequestRules {
  bodies: Rules
  queries: Rules
}

export function requestRules({ clock, config }: Pick<Services, 'clock' | 'config'>): RequestRules {
  const hasClassifier = config.classifierServer !== undefined
  const change = (body: Input) => faultsOfRequest(alertFields(body), { creates: false, hasClassifier })
  return {
    bodies: {
      createAlert: (body) => faultsOfRequest(alertFields(body), { creates: true, hasClassifier }),
      updateAlert: change,
      previewBreadth: change,
      createWebhook: faultsOfWebhook,
      updateWebhook: faultsOfWebhook,
      testWebhook: faultsOfWebhook,
    },
    queries: { searchEpisodes: (query) => faultsOfWindow(query, clock.now()) },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function alertFields(body: Input): AlertChange {
  return {
    keywords: Array.isArray(body.keywords) ? body.keywords.map(String) : undefined,
    question: textOf(body.question),
    useClassifier: body.use_classifier === true,
  }
}

const faultsOfWebhook = ({ url }: Input) => (typeof url === 'string' ? faultsOfUrl(url) : {})

function faultsOfWindow({ since, until }: Input, now: number): FaultyFields {
  try {
    searchWindow({ since: textOf(since), until: textOf(until) }, now)
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.extra.fields as FaultyFields
    throw error
  }
}
