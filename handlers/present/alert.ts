import type { components } from '../../generated/types.js'
import type { Alert, AlertPerson } from '../../lib/alerts/alert.js'
import { isoInstant } from '../../lib/clock.js'

type Schemas = components['schemas']

/** Addresses of users are never published. */
const email = ''

const presentAuthor = ({ uuid, fullName }: AlertPerson) => ({ id: uuid, full_name: fullName, email })

const presentRecipient = ({ uuid, fullName }: AlertPerson) => ({ user_id: uuid, full_name: fullName, email })

export const presentAlert = (alert: Alert): Schemas['AlertOut'] => ({
  id: alert.uuid,
  name: alert.name,
  keywords: alert.keywords,
  question: alert.question,
  use_classifier: alert.useClassifier,
  email_enabled: alert.emailEnabled,
  is_active: alert.isActive,
  paused_at: isoInstant(alert.pausedAt),
  paused_reason: alert.pausedReason,
  recipients: alert.recipients.map(presentRecipient),
  team: { id: alert.team.uuid, name: alert.team.name },
  created_by: alert.createdBy && presentAuthor(alert.createdBy),
  created_at: isoInstant(alert.createdAt),
  updated_at: isoInstant(alert.updatedAt),
})
