import { bodyOf, consoleApi } from '../api.js'
import { List } from '../components/list.js'
import { MatchHit } from '../components/match-hit.js'
import { Refresh } from '../components/page.js'
import { PAGE, usePages } from '../load.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.matches

export function MatchesPage() {
  useTitle(words.title)
  const list = usePages('matches', (cursor, signal) =>
    bodyOf(consoleApi.GET('/matches', { params: { query: { limit: PAGE, cursor } }, signal })),
  )
  const empty = (
    <>
      <p>{words.none}</p>
      <a class="button" href={href('/alerts/new')}>
        {words.makeAlert}
      </a>
    </>
  )
  return (
    <div class="page single">
      <div>
        <div class="row">
          <h1>{words.title}</h1>
          <Refresh of={[list]} />
        </div>
        <p class="soft">{words.intro}</p>
        <h2 class="unseen">{text.search.results}</h2>
        <List of={list} empty={empty}>
          {(match) => <MatchHit key={match.id} match={match} showsAlert />}
        </List>
      </div>
    </div>
  )
}
