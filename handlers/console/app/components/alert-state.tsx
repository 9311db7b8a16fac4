import type { Schemas } from '../api.js'
import { text } from '../strings.js'

/** Whether an alert is on; if it is paused, why. */
export function AlertState({ alert }: { alert: Schemas['AlertOut'] }) {
  if (alert.is_active) return <span class="badge good">{text.alerts.on}</span>
  if (alert.paused_reason) return <span class="badge bad">{text.alerts.paused[alert.paused_reason]}</span>
  return <span class="badge">{text.alerts.off}</span>
}

/** The keywords of an alert and its recipients. */
export function AlertFacts({ alert }: { alert: Schemas['AlertOut'] }) {
  const names = alert.recipients.map(({ full_name: name }) => name).join(', ')
  return (
    <p class="meta">
      <span class="clamp" dir="auto">
        {alert.keywords.join(', ')}
      </span>
      <span>{alert.email_enabled && names ? text.alerts.mailTo(names) : text.alerts.noMail}</span>
    </p>
  )
}
