import { api, bodyOf } from '../api.js'
import { AlertForm } from '../components/alert-form.js'
import { Back } from '../components/page.js'
import { forget } from '../load.js'
import { go, href, place } from '../place.js'
import { session } from '../session.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { KEYWORDS_AT_MOST } from '../terms.js'
import { useTitle } from '../title.js'
import { noteActiveAlerts } from '../usage.js'

const words = text.alerts

export function NewAlertPage() {
  useTitle(words.newTitle)
  const { query } = useStore(place)
  const usage = useStore(session, ({ facts }) => facts?.alerts)
  const keywords = (query.get('words') ?? '')
    .split('\n')
    .filter((word) => word !== '')
    .slice(0, KEYWORDS_AT_MOST)
  return (
    <div class="page narrow">
      <div>
        <Back to={href('/alerts')}>{words.title}</Back>
        <h1>{words.newTitle}</h1>
        {usage && <p class="soft">{words.activeOf(usage.active, usage.limit)}</p>}
      </div>
      <AlertForm
        keywords={keywords}
        onSave={async (values) => {
          const alert = await bodyOf(api.POST('/alerts', { body: { ...values, is_active: true } }))
          forget('alerts')
          noteActiveAlerts(1)
          go(href(`/alerts/${alert.id}`))
        }}
      />
    </div>
  )
}
