import { api, bodyOf } from '../api.js'
import { AlertFacts, AlertState } from '../components/alert-state.js'
import { Icon } from '../components/icon.js'
import { More } from '../components/more.js'
import { Empty, LoadState } from '../components/status.js'
import { usePages } from '../load.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.alerts
const PAGE = 25

export function AlertsPage() {
  useTitle(words.title)
  const list = usePages('alerts', (cursor, signal) =>
    bodyOf(api.GET('/alerts', { params: { query: { limit: PAGE, cursor } }, signal })),
  )
  return (
    <div class="page single">
      <div>
        <div class="row">
          <h1>{words.title}</h1>
          <a class="button primary push" href={href('/alerts/new')}>
            <Icon name="alerts" />
            {words.add}
          </a>
        </div>
        <LoadState of={list} />
        {list.data?.results.length === 0 && (
          <Empty>
            <p>{words.none}</p>
          </Empty>
        )}
        <ol class="block">
          {list.data?.results.map((alert) => (
            <li class="line-item" key={alert.id}>
              <div class="row">
                <a href={href(`/alerts/${alert.id}`)} dir="auto">
                  {alert.name}
                </a>
                <AlertState alert={alert} />
              </div>
              <AlertFacts alert={alert} />
            </li>
          ))}
        </ol>
        <More of={list} count={PAGE} />
      </div>
    </div>
  )
}
