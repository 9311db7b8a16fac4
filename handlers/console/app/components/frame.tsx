import type { ComponentChildren } from 'preact'
import { limits } from '../limits.js'
import { href, place } from '../place.js'
import { chooseTeam, currentTeam, session } from '../session.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon, type IconName, Logo } from './icon.js'
import { PlayerBar } from './player-bar.js'
import { Banners } from './status.js'

const NAV: Array<{ path: string; name: keyof typeof text.nav; icon: IconName }> = [
  { path: '/', name: 'search', icon: 'search' },
  { path: '/matches', name: 'matches', icon: 'matches' },
  { path: '/alerts', name: 'alerts', icon: 'alerts' },
  { path: '/webhook', name: 'webhook', icon: 'webhook' },
  { path: '/feeds', name: 'feeds', icon: 'feeds' },
]

/** The frame around every page. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useStore(place)
  const state = useStore(session)
  const webhook = currentTeam(state)?.webhook
  const isOff = webhook === 'off' || webhook === 'failing'
  const section = /^\/(episodes|podcasts)\//.test(path) ? '/' : `/${path.split('/')[1] ?? ''}`
  return (
    <>
      <a class="skip" href="#main">
        {text.skip}
      </a>
      <header class="top">
        <a class="brand" href={href('/')} aria-label={text.brand}>
          <Logo />
          <span>{text.brand}</span>
        </a>
        <nav class="nav" aria-label={text.navLabel}>
          {NAV.map(({ path: target, name, icon }) => (
            <a key={name} href={href(target)} aria-current={section === target ? 'page' : undefined}>
              <Icon name={icon} />
              {text.nav[name]}
              {name === 'webhook' && isOff && (
                <>
                  <span class="dot" />
                  <span class="unseen">, {text.webhookOff}</span>
                </>
              )}
            </a>
          ))}
        </nav>
        <Who />
      </header>
      <main id="main" tabIndex={-1}>
        <Banners />
        {children}
      </main>
      <PlayerBar />
    </>
  )
}

function Who() {
  const { month } = useStore(limits)
  const state = useStore(session)
  const { path } = useStore(place)
  const { facts, teamId } = state
  const used = facts?.requests
  const left = month ?? (used && { limit: used.limit, remaining: Math.max(0, used.limit - used.used) })
  return (
    <div class="who">
      {left && (
        <>
          <span class="small soft left time">{text.requestsLeft(left.remaining)}</span>
          <meter
            class="meter"
            min={0}
            max={left.limit}
            value={left.remaining}
            aria-label={text.requestsLeftLabel}
          >
            {text.leftOf(left.remaining, left.limit)}
          </meter>
        </>
      )}
      {facts && facts.key.scope === 'account' && facts.teams.length > 0 && (
        <select
          class="quiet"
          aria-label={text.team}
          value={teamId ?? undefined}
          onChange={(event) => {
            chooseTeam(event.currentTarget.value)
            location.assign(href(path.startsWith('/alerts/') ? '/alerts' : path))
          }}
        >
          {facts.teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <a
        class="button plain quiet account"
        href={href('/account')}
        aria-current={path === '/account' ? 'page' : undefined}
      >
        <span class="cut">
          {facts?.key.scope === 'team' ? (currentTeam(state)?.name ?? text.account) : text.account}
        </span>
      </a>
    </div>
  )
}
