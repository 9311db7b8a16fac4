import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api, bodyOf, type Schemas } from '../api.js'
import { usePodcast } from '../catalogue.js'
import { EpisodeHit } from '../components/episode-hit.js'
import { Icon } from '../components/icon.js'
import { List } from '../components/list.js'
import { Marked } from '../components/marked.js'
import { LoadState } from '../components/status.js'
import { Tile } from '../components/tile.js'
import { newAlertHref, ToldCard } from '../components/told-card.js'
import { fullUtcDay } from '../format.js'
import { PAGE, usePages } from '../load.js'
import { go, href, place } from '../place.js'
import { useShortcuts } from '../shortcuts.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { patternOf, termsOf } from '../terms.js'
import { useTitle } from '../title.js'

const words = text.search
const SHORTEST = 3
const DAY_MS = 86_400_000

/** A search as in the address bar. A field with its default is empty. */
interface Asked {
  q: string
  /** Empty for spoken words. */
  in: '' | 'metadata' | 'shows'
  /** Days back from today, or `days` with the two fields below; empty for 30. */
  when: string
  since: string
  until: string
  order: '' | 'newest' | 'oldest'
  show: string
}

const FIELDS: Array<keyof Asked> = ['q', 'in', 'when', 'since', 'until', 'order', 'show']

const CHOICES: Partial<Record<keyof Asked, readonly string[]>> = {
  in: ['metadata', 'shows'],
  when: words.periods.map(([value]) => value),
  order: ['newest', 'oldest'],
}

/** Reads a search from an address; values that the page does not know become the default. */
function askedOf(query: URLSearchParams): Asked {
  const chosen = (name: keyof Asked) => {
    const value = query.get(name) ?? ''
    return CHOICES[name]?.includes(value) === false ? '' : value
  }
  return Object.fromEntries(FIELDS.map((name) => [name, chosen(name)])) as unknown as Asked
}

const addressOf = (asked: Asked) => href('/', { ...asked })

export function SearchPage() {
  const { query } = useStore(place)
  const asked = askedOf(query)
  useTitle(asked.q || words.title)
  const isAsked = [...asked.q.trim()].length >= SHORTEST
  return (
    <div class="page">
      <div>
        <h1 class={isAsked ? 'unseen' : ''}>{words.heading}</h1>
        <SearchForm asked={asked} />
        {!isAsked && <p class="soft block">{asked.q ? words.tooShort : words.empty}</p>}
        {isAsked &&
          (asked.in === 'shows' ? <Shows asked={asked} /> : <Episodes key={asked.q} asked={asked} />)}
      </div>
      <div class="aside">
        {isAsked && asked.in === '' && <ToldCard key={asked.q} query={asked.q} />}
        <section class="card">
          <h2>{words.how}</h2>
          <dl class="syntax">
            {words.syntax.map(([example, meaning]) => (
              <div key={example}>
                <dt>
                  <code>{example}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p class="small soft">
            {words.keys[0]}
            <kbd>/</kbd>
            {words.keys[1]}
            <kbd>?</kbd>
            {words.keys[2]}
          </p>
        </section>
      </div>
    </div>
  )
}

function SearchForm({ asked }: { asked: Asked }) {
  const [typed, setTyped] = useState(asked.q)
  const [when, setWhen] = useState(asked.when)
  const [days, setDays] = useState({ since: asked.since, until: asked.until })
  const field = useRef<HTMLInputElement>(null)
  // The page of the show, where most of these searches begin, has loaded it already.
  const show = usePodcast(asked.show)
  useShortcuts({ '/': () => field.current?.select() })
  useEffect(() => {
    if (!asked.q) field.current?.focus()
  }, [])
  // Before any key: what is typed next must not be taken back.
  useLayoutEffect(() => {
    setTyped(asked.q)
    setWhen(asked.when)
    setDays({ since: asked.since, until: asked.until })
  }, [asked.q, asked.when, asked.since, asked.until])
  const change = (change: Partial<Asked>) => go(addressOf({ ...asked, q: typed, ...change }))
  // Not at every digit of a year: each search is a request.
  const changeDays = () => {
    if (days.since !== asked.since || days.until !== asked.until) change({ when: 'days', ...days })
  }
  const scopes = [
    ['', words.transcript],
    ['metadata', words.metadata],
    ['shows', words.shows],
  ] as const
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault()
          change(when === 'days' ? { when, ...days } : {})
        }}
      >
        <div class="bar">
          <label>
            <Icon name="search" />
            <span class="unseen">{words.words}</span>
            <input
              ref={field}
              type="search"
              name="q"
              value={typed}
              maxLength={200}
              autocomplete="off"
              enterkeyhint="search"
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary" aria-label={words.button}>
            <Icon name="search" />
            <span>{words.button}</span>
          </button>
        </div>
        <div class="filters">
          <fieldset class="either">
            <legend class="unseen">{words.in}</legend>
            {scopes.map(([scope, label]) => (
              <label key={scope}>
                <input
                  class="unseen"
                  type="radio"
                  name="scope"
                  checked={asked.in === scope}
                  onChange={() => change({ in: scope })}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          {asked.in !== 'shows' && (
            <select
              aria-label={words.when}
              value={when}
              onChange={(event) => {
                const { value } = event.currentTarget
                setWhen(value)
                if (value !== 'days') change({ when: value, since: '', until: '' })
              }}
            >
              {words.periods.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
          {asked.in !== 'shows' &&
            when === 'days' &&
            (['since', 'until'] as const).map((name) => (
              <label key={name} class="small">
                {words[name]}{' '}
                <input
                  type="date"
                  value={days[name]}
                  onInput={(event) => setDays({ ...days, [name]: event.currentTarget.value })}
                  onBlur={changeDays}
                />
              </label>
            ))}
          {asked.show && (
            <button
              type="button"
              class="quiet on"
              onClick={() => {
                change({ show: '' })
                field.current?.focus()
              }}
            >
              <span class="cut">{words.onlyIn(show.data?.title)}</span>
              <span class="unseen">, {words.allShows}</span>
              <Icon name="close" />
            </button>
          )}
        </div>
      </form>
    </search>
  )
}

/** The days of a search, where they are not the default. */
function daysOf({ when, since, until }: Asked): { since?: string; until?: string } {
  if (when === 'days') return { ...(since && { since }), ...(until && { until }) }
  if (when === '') return {}
  // The service replaces earlier days by its earliest.
  return { since: new Date(Date.now() - Number(when) * DAY_MS).toISOString().slice(0, 10) }
}

const ORDERS = {
  '': {},
  newest: { order_by: 'published_at', order_dir: 'desc' },
  oldest: { order_by: 'published_at', order_dir: 'asc' },
} as const

function Episodes({ asked }: { asked: Asked }) {
  const list = usePages(`search ${addressOf(asked)}`, (cursor, signal) =>
    bodyOf(
      api.GET('/episodes/search', {
        params: {
          query: {
            q: asked.q,
            scope: asked.in === 'metadata' ? 'metadata' : 'transcript',
            limit: PAGE,
            cursor,
            ...(asked.show && { podcast_id: asked.show }),
            ...daysOf(asked),
            ...ORDERS[asked.order],
          },
        },
        signal,
      }),
    ),
  )
  const { data } = list
  if (!data) return <LoadState of={list} />
  const { since, until } = data.window
  const empty = (
    <>
      <p>{words.none}</p>
      {asked.when !== '548' && (
        <a class="button" href={addressOf({ ...asked, when: '548', since: '', until: '' })}>
          {words.wider}
        </a>
      )}
    </>
  )
  return (
    <>
      <div class="found">
        <span role="status">
          {words.found(data.results.length, data.next_cursor !== null, fullUtcDay(since), fullUtcDay(until))}
        </span>
        {/* On wide screens the card beside the results offers this. */}
        {asked.in === '' && (
          <a class="button quiet only-narrow" href={newAlertHref(asked.q)}>
            <Icon name="alerts" />
            {words.makeAlert}
          </a>
        )}
        <label class="order">
          {words.order}
          <select
            class="quiet"
            value={asked.order}
            onChange={(event) =>
              go(addressOf({ ...asked, order: event.currentTarget.value as Asked['order'] }))
            }
          >
            <option value="">{words.orders.best}</option>
            <option value="newest">{words.orders.newest}</option>
            <option value="oldest">{words.orders.oldest}</option>
          </select>
        </label>
      </div>
      <h2 class="unseen">{words.results}</h2>
      <List of={list} empty={empty}>
        {(hit) => <EpisodeHit key={hit.id} hit={hit} words={asked.q} />}
      </List>
    </>
  )
}

function Shows({ asked }: { asked: Asked }) {
  const list = usePages(`shows ${asked.q}`, (cursor, signal) =>
    bodyOf(api.GET('/podcasts/search', { params: { query: { q: asked.q, limit: PAGE, cursor } }, signal })),
  )
  const { data } = list
  if (!data) return <LoadState of={list} />
  return (
    <>
      <p class="found" role="status">
        {words.foundShows(data.results.length, data.next_cursor !== null)}
      </p>
      <h2 class="unseen">{words.results}</h2>
      <List of={list} empty={<p>{words.noneShows}</p>}>
        {(podcast) => <Show key={podcast.id} podcast={podcast} query={asked.q} />}
      </List>
    </>
  )
}

function Show({ podcast, query }: { podcast: Schemas['PodcastOut']; query: string }) {
  return (
    <li class="hit">
      <Tile title={podcast.title} />
      <article>
        <h3>
          <a href={href(`/podcasts/${podcast.id}`)} dir="auto">
            <Marked text={podcast.title} pattern={patternOf(termsOf(query))} />
          </a>
        </h3>
        {podcast.author && (
          <p class="meta">
            <span dir="auto">{text.podcast.by(podcast.author)}</span>
          </p>
        )}
        <p class="said clamp" dir="auto">
          {podcast.description}
        </p>
      </article>
    </li>
  )
}
