import { bodyOf, type ConsoleSchemas, consoleApi } from '../api.js'
import { More } from '../components/list.js'
import { Refresh } from '../components/page.js'
import { LoadState } from '../components/status.js'
import { Table } from '../components/table.js'
import { dayAndTime } from '../format.js'
import { PAGE, usePages } from '../load.js'
import { go, href, place } from '../place.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.feeds
const COMMAND = 'overheard feed add https://example.org/feed.xml'

export function FeedsPage() {
  useTitle(words.title)
  const only = useStore(place).query.get('only') === 'failing' ? 'failing' : undefined
  const list = usePages(`feeds ${only ?? ''}`, (cursor, signal) =>
    bodyOf(consoleApi.GET('/feeds', { params: { query: { limit: PAGE, cursor, only } }, signal })),
  )
  const totals = list.data?.totals
  return (
    <div class="page single">
      <div>
        <div class="row">
          <h1>{words.title}</h1>
          <Refresh of={[list]} />
        </div>
        <LoadState of={list} />
        {totals && totals.feeds > 0 && (
          <>
            <p class="soft">{words.intro(totals.feeds)}</p>
            <p class="meta" role="status">
              <span class={totals.failing > 0 ? 'fault' : ''}>
                {totals.failing > 0 ? words.failing(totals.failing) : words.allWell}
              </span>
              {totals.waiting > 0 && <span>{words.waiting(totals.waiting)}</span>}
            </p>
            <label class="row block-small">
              <input
                type="checkbox"
                checked={only !== undefined}
                onChange={(event) =>
                  go(href('/feeds', { only: event.currentTarget.checked ? 'failing' : '' }), {
                    replace: true,
                  })
                }
              />
              {words.only}
            </label>
          </>
        )}
        {totals?.feeds === 0 && (
          <div class="empty">
            <p>{words.none}</p>
            <pre>{COMMAND}</pre>
          </div>
        )}
        {list.data && list.data.results.length > 0 && <FeedTable feeds={list.data.results} />}
        <More of={list} />
      </div>
    </div>
  )
}

type Feed = ConsoleSchemas['FeedOut']

function FeedTable({ feeds }: { feeds: Feed[] }) {
  const columns = [words.show, words.state, words.lastRead, words.nextRead, words.stored]
  return (
    <Table label={words.title} columns={columns} class="feeds">
      {feeds.map((feed) => (
        <tr key={feed.id}>
          <th scope="row">
            <a href={href(`/podcasts/${feed.podcast_id}`)} dir="auto">
              {feed.title}
            </a>
          </th>
          <td>
            <span class={`badge ${feed.status === 'ok' ? 'good' : 'bad'}`}>{words.states[feed.status]}</span>
            {feed.problem && <span class="small soft"> {words.problems[feed.problem]}</span>}
          </td>
          <td data-label={words.lastRead}>{timeOrNever(feed.last_success_at)}</td>
          <td data-label={words.nextRead}>{timeOrNever(feed.next_poll_at)}</td>
          <td data-label={words.stored}>
            {words.storedCount(feed.episodes, feed.transcripts)}
            <Waiting feed={feed} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const timeOrNever = (instant: string | null) => (instant ? dayAndTime(instant) : words.never)

function Waiting({ feed: { waiting, recognising } }: { feed: Feed }) {
  if (waiting === 0) return null
  const percent =
    recognising && recognising.total_seconds > 0
      ? Math.round((recognising.done_seconds / recognising.total_seconds) * 100)
      : undefined
  return (
    <span class="small soft">
      {' '}
      {words.waitingHere(waiting)}
      {percent !== undefined && `, ${words.recognising(percent)}`}
    </span>
  )
}
