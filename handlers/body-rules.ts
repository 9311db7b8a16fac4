import type { AlertChange } from '../lib/alerts/alert.js'
import { faultsOfRequest } from '../lib/alerts/alert-rules.js'
import type { FaultyFields } from '../lib/errors.js'
import type { Services } from '../lib/services.js'
import { faultsOfUrl } from '../lib/webhooks/webhooks.js'
import type { OperationId } from './operation.js'

type Body = Record<string, unknown>

/**
 * Rules for bodies that the description cannot say, looked at together with it so that one answer names every fault.
 * A body may break the description as well: what has the wrong type is left to that.
 */
export type BodyRules = { readonly [Op in OperationId]?: (body: Body) => FaultyFields }

export function bodyRules({ config }: Pick<Services, 'config'>): BodyRules {
  const hasClassifier = config.classifierServer !== undefined
  return {
    createAlert: (body) => faultsOfRequest(alertFields(body), { creates: true, hasClassifier }),
    previewBreadth: (body) => faultsOfRequest(alertFields(body), { creates: false, hasClassifier }),
    updateAlert: (body) => faultsOfRequest(alertFields(body), { creates: false, hasClassifier }),
    createWebhook: faultsOfWebhook,
    updateWebhook: faultsOfWebhook,
    testWebhook: faultsOfWebhook,
  }
}

const faultsOfWebhook = ({ url }: Body) => (typeof url === 'string' ? faultsOfUrl(url) : {})

/** The fields that rules are about, as far as they have the right type. */
function alertFields(body: Body): AlertChange {
  return {
    keywords: Array.isArray(body.keywords) ? body.keywords.map(String) : undefined,
    question: typeof body.question === 'string' ? body.question : undefined,
    useClassifier: body.use_classifier === true,
  }
}
