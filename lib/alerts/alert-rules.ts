import type { FaultyFields } from '../errors.js'
import type { Alert, AlertChange, AlertValues } from './alert.js'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Removes keywords that differ from an earlier one only in case. */
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
 * Faults of a request that its fields' types cannot show; empty when there are none. Counts keywords as sent,
 * before duplicates are removed.
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
    // When an alert is changed, it may have a question already.
    if (sent.question === '' || (creates && sent.question === undefined)) faults.question = [QUESTION_NEEDED]
  }
  return faults
}

const QUESTION_NEEDED = 'is required when use_classifier is true'

/** Faults of an alert after a change is applied. */
export function faultsOfResult(values: AlertValues): FaultyFields {
  return values.useClassifier && values.question === '' ? { question: [QUESTION_NEEDED] } : {}
}

/** The alert's values after a change. */
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

/** The breadth check runs at activation, and for new keywords of an active alert. */
export function needsBreadthCheck(change: AlertChange, values: AlertValues): boolean {
  return values.isActive && (change.isActive === true || change.keywords !== undefined)
}
