export type PausedReason = 'match_limit' | 'plan_limit'

/** A user as alerts name them. Mail addresses are never published. */
export interface AlertPerson {
  uuid: string
  fullName: string
}

/** A team's alert. Instants are milliseconds. */
export interface Alert {
  id: number
  uuid: string
  team: { id: number; uuid: string; name: string; accountId: number }
  createdBy: AlertPerson | null
  name: string
  /** As the caller spelled them. */
  keywords: string[]
  /** '' without a question. */
  question: string
  useClassifier: boolean
  emailEnabled: boolean
  isActive: boolean
  /** Set while the service has paused the alert. */
  pausedAt: number | null
  pausedReason: PausedReason | null
  /** In the order in which they were given. */
  recipients: AlertPerson[]
  createdAt: number
  updatedAt: number
}

/** What a request decides about an alert. Texts are trimmed. */
export type AlertValues = Pick<
  Alert,
  'name' | 'keywords' | 'question' | 'useClassifier' | 'emailEnabled' | 'isActive'
>

/** What a caller sets when creating an alert. */
export interface AlertInput extends AlertValues {
  recipientUuids: string[]
}

/** What a caller changes; fields left out keep their value. */
export type AlertChange = Partial<AlertInput>
