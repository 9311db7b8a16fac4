import { api, bodyOf } from '../api.js'
import { AlertFacts, AlertState } from '../components/alert-state.js'
import { Icon } from '../components/icon.js'
import { List } from '../components/list.js'
import { PAGE, usePages } from '../load.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.alerts

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
        <p class="soft">{words.intro}</p>
        <List of={list} empty={<p>{words.none}</p>}>
          {(alert) => (
            <li class="line-item" key={alert.id}>
              <div class="row">
                <a href={href(`/alerts/${alert.id}`)} dir="auto">
                  {alert.name}
                </a>
                <AlertState alert={alert} />
              </div>
              <AlertFacts alert={alert} />
            </li>
          )}
        </List>
      </div>
    </div>
  )
}
