import { api, bodyOf, consoleApi, type Schemas } from '../api.js'
import { AlertForm } from '../components/alert-form.js'
import { AlertFacts, AlertState } from '../components/alert-state.js'
import { Confirm } from '../components/confirm.js'
import { DayPlot } from '../components/day-plot.js'
import { List } from '../components/list.js'
import { MatchHit } from '../components/match-hit.js'
import { Back, Refresh, UnloadedPage } from '../components/page.js'
import { LoadState, ProblemNote } from '../components/status.js'
import { useDeed } from '../deed.js'
import { forget, PAGE, useLoad, usePages } from '../load.js'
import { go, href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'
import { noteActiveAlerts } from '../usage.js'

const words = text.alerts

export function AlertPage({ id }: { id: string }) {
  const path = { alert_id: id }
  const loaded = useLoad(`alert ${id}`, (signal) =>
    bodyOf(api.GET('/alerts/{alert_id}', { params: { path }, signal })),
  )
  const counts = useLoad(`counts ${id}`, (signal) =>
    bodyOf(consoleApi.GET('/alerts/{alert_id}/match-counts', { params: { path }, signal })),
  )
  const matches = usePages(`alert matches ${id}`, (cursor, signal) =>
    bodyOf(
      api.GET('/alerts/{alert_id}/matches', { params: { path, query: { limit: PAGE, cursor } }, signal }),
    ),
  )
  const { data: alert } = loaded
  useTitle(alert?.name)

  async function change(body: Schemas['AlertUpdateIn']): Promise<Schemas['AlertOut']> {
    const changed = await bodyOf(api.PATCH('/alerts/{alert_id}', { params: { path }, body }))
    forget('alerts')
    noteActiveAlerts(Number(changed.is_active) - Number(alert?.is_active))
    loaded.replace(changed)
    return changed
  }

  if (!alert) return <UnloadedPage of={loaded} />
  return (
    <div class="page">
      <div>
        <Back to={href('/alerts')}>{words.title}</Back>
        <AlertHead alert={alert} change={change} />
        <AlertFacts alert={alert} />
        {counts.data ? (
          <DayPlot days={counts.data.days} madeOn={alert.created_at.slice(0, 10)} />
        ) : (
          <LoadState of={counts} />
        )}
        <section class="block">
          <div class="row">
            <h2>{words.latest}</h2>
            <Refresh of={[matches, counts]} />
          </div>
          <List of={matches} empty={<p>{words.noMatches}</p>}>
            {(match) => <MatchHit key={match.id} match={match} />}
          </List>
        </section>
      </div>
      <AlertForm key={alert.id} alert={alert} onSave={change} />
    </div>
  )
}

interface HeadProps {
  alert: Schemas['AlertOut']
  change(body: Schemas['AlertUpdateIn']): Promise<unknown>
}

function AlertHead({ alert, change }: HeadProps) {
  const deed = useDeed()

  async function remove(): Promise<void> {
    await bodyOf(api.DELETE('/alerts/{alert_id}', { params: { path: { alert_id: alert.id } } }))
    forget('alerts')
    forget('matches')
    if (alert.is_active) noteActiveAlerts(-1)
    go(href('/alerts'))
  }

  return (
    <>
      <div class="row">
        <h1 dir="auto">{alert.name}</h1>
        <AlertState alert={alert} />
        <span class="push row">
          <button
            type="button"
            class="quiet"
            aria-disabled={deed.isBusy}
            onClick={() => void deed.run(() => change({ is_active: !alert.is_active }))}
          >
            {alert.is_active ? words.switchOff : words.switchOn}
          </button>
          <Confirm
            label={words.delete}
            question={words.deleteSure}
            yes={words.deleteYes}
            isBusy={deed.isBusy}
            onYes={() => void deed.run(remove)}
          />
        </span>
      </div>
      <ProblemNote problem={deed.problem} />
    </>
  )
}
