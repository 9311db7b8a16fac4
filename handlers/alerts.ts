import { deleteAlert, getAlert } from '../lib/alerts/alert-store.js'
import type { Services } from '../lib/services.js'
import { created, type HandlersOf, noContent, ok, okPage } from './operation.js'
import { presentAlert } from './present.js'

type Parts = Pick<Services, 'alerts' | 'clock' | 'db'>

export const alertHandlers = ({ alerts, clock, db }: Parts): HandlersOf<'alerts'> => ({
  async listAlerts({ caller, team, query }) {
    return okPage(await alerts.list(caller, team, query), presentAlert)
  },

  async createAlert({ caller, team, body }) {
    const alert = await alerts.create(caller, team, {
      name: body.name,
      keywords: body.keywords,
      question: body.question ?? '',
      useClassifier: body.use_classifier ?? false,
      emailEnabled: body.email_enabled ?? true,
      isActive: body.is_active ?? true,
      recipientUuids: body.recipient_user_ids ?? [],
    })
    return created(presentAlert(alert))
  },

  async getAlert({ team, params }) {
    return ok(presentAlert(await getAlert(db, team.id, params.alert_id)))
  },

  async updateAlert({ caller, team, params, body }) {
    const alert = await alerts.update(caller, team, params.alert_id, {
      name: body.name ?? undefined,
      keywords: body.keywords ?? undefined,
      question: body.question ?? undefined,
      useClassifier: body.use_classifier ?? undefined,
      emailEnabled: body.email_enabled ?? undefined,
      isActive: body.is_active ?? undefined,
      recipientUuids: body.recipient_user_ids ?? undefined,
    })
    return ok(presentAlert(alert))
  },

  async deleteAlert({ team, params }) {
    await deleteAlert(db, { uuid: params.alert_id, teamId: team.id, now: clock.now() })
    return noContent()
  },
})
