import type { FaultyFields } from '../errors.js'
import type { Alert, AlertChange } from './alert.js'
import type { AlertValues } from './alert-store.js'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** The keywords without those that differ from an earlier one by case alone. */
export function distinctKeywords(keywords: readonly string[]): string[] {
  const seen = new Set<string>()
  return keywords.filter((keyword) => {
    const folded = keyword.normalize('NFC').toLowerCase()
    if (seen.has(folded)) return false
    seen.add(folded)
    return true
  })
}

/**
 * What is wrong with a request for an alert beyond the shapes of its fields; empty when nothing is. The number of
 * keywords is bounded as sent, before equal ones fall together.
 */
export function faultsOfRequest(
  sent: AlertChange,
  { creates, hasClassifier }: { creates: boolean; hasClassifier: boolean },
): FaultyFields {
  const faults: FaultyFields = {}
  const mute = (sent.keywords ?? []).flatMap((keyword, index) =>
    LETTER_OR_DIGIT.test(keyword) ? [] : [`item ${index + 1} must have a letter or digit`],
  )
  if (mute.length > 0) faults.keywords = mute
  if (sent.useClassifier) {
    if (!hasClassifier) faults.use_classifier = ['must be false: this service has no classifier']
    // In a change the alert may have a question already.
    if (sent.question === '' || (creates && sent.question === undefined)) faults.question = [QUESTION_NEEDED]
  }
  return faults
}

const QUESTION_NEEDED = 'is required when use_classifier is true'

/** What is wrong with an alert once a change is applied. */
export function faultsOfResult(values: AlertValues): FaultyFields {
  return values.useClassifier && values.question === '' ? { question: [QUESTION_NEEDED] } : {}
}

/** The alert's values with a change applied. */
export function changedValues(alert: Alert, change: AlertChange): AlertValues {
  return {
    name: change.name ?? alert.name,
    keywords: change.keywords ? distinctKeywords(change.keywords) : alert.keywords,
    question: change.question ?? alert.question,
    useClassifier: change.useClassifier ?? alert.useClassifier,
    emailEnabled: change.emailEnabled ?? alert.emailEnabled,
    isActive: change.isActive ?? alert.isActive,
  }
}

/** A try against the last week is due at activation, and for new keywords of an alert that runs. */
export function needsBreadthCheck(change: AlertChange, values: AlertValues): boolean {
  return values.isActive && (change.isActive === true || change.keywords !== undefined)
}
