import { bodyOf, consoleApi } from '../api.js'
import { MatchHit } from '../components/match-hit.js'
import { More } from '../components/more.js'
import { Empty, LoadState } from '../components/status.js'
import { usePages } from '../load.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.matches
const PAGE = 25

export function MatchesPage() {
  useTitle(words.title)
  const list = usePages('matches', (cursor, signal) =>
    bodyOf(consoleApi.GET('/matches', { params: { query: { limit: PAGE, cursor } }, signal })),
  )
  return (
    <div class="page single">
      <div>
        <div class="row">
          <h1>{words.title}</h1>
          <button type="button" class="quiet push" onClick={list.reload}>
            {text.refresh}
          </button>
        </div>
        <p class="soft">{words.intro}</p>
        <LoadState of={list} />
        {list.data?.results.length === 0 && (
          <Empty>
            <p>{words.none}</p>
            <a class="button" href={href('/alerts/new')}>
              {words.makeAlert}
            </a>
          </Empty>
        )}
        <h2 class="unseen">{text.search.results}</h2>
        <ol class="block" aria-live="polite">
          {list.data?.results.map((match) => (
            <MatchHit key={match.id} match={match} showsAlert />
          ))}
        </ol>
        <More of={list} count={PAGE} />
      </div>
    </div>
  )
}
