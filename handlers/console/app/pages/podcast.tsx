import { api, bodyOf } from '../api.js'
import { usePodcast } from '../catalogue.js'
import { Icon } from '../components/icon.js'
import { List } from '../components/list.js'
import { Back, UnloadedPage } from '../components/page.js'
import { Tile } from '../components/tile.js'
import { languageName, length, shortDay } from '../format.js'
import { PAGE, usePages } from '../load.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.podcast

export function PodcastPage({ id }: { id: string }) {
  const loaded = usePodcast(id)
  const list = usePages(`podcast episodes ${id}`, (cursor, signal) =>
    bodyOf(
      api.GET('/podcasts/{podcast_id}/episodes', {
        params: { path: { podcast_id: id }, query: { limit: PAGE, cursor } },
        signal,
      }),
    ),
  )
  const { data: podcast } = loaded
  useTitle(podcast?.title)
  if (!podcast) return <UnloadedPage of={loaded} />
  return (
    <div class="page">
      <div>
        <Back to={href('/')}>{text.search.title}</Back>
        <header class="head">
          <Tile title={podcast.title} isLarge />
          <div>
            <h1 dir="auto">{podcast.title}</h1>
            <p class="meta">
              {podcast.author && <span dir="auto">{words.by(podcast.author)}</span>}
              <span>{words.episodes(podcast.available_episode_count)}</span>
              {podcast.language && <span>{languageName(podcast.language)}</span>}
            </p>
            <div class="deeds">
              <a class="button quiet" href={href('/', { show: podcast.id })}>
                <Icon name="search" />
                {words.searchIn}
              </a>
            </div>
          </div>
        </header>
        <section class="block">
          <h2>{words.heading}</h2>
          <List of={list} empty={<p>{words.none}</p>}>
            {(episode) => (
              <li class="line-item" key={episode.id}>
                <a href={href(`/episodes/${episode.id}`)} dir="auto">
                  {episode.title}
                </a>
                <p class="meta">
                  {episode.published_at && (
                    <time dateTime={episode.published_at}>{shortDay(episode.published_at)}</time>
                  )}
                  {episode.duration_seconds !== null && <span>{length(episode.duration_seconds)}</span>}
                  {!episode.has_transcript && <span>{words.noTranscript}</span>}
                </p>
              </li>
            )}
          </List>
        </section>
      </div>
      {(podcast.description || podcast.categories.length > 0) && (
        <div class="aside">
          <section class="card">
            <h2>{words.about}</h2>
            <p class="small soft notes clamp" dir="auto">
              {podcast.description}
            </p>
            <p class="row chips">
              {podcast.categories.map(({ slug, name }) => (
                <span class="chip still" key={slug}>
                  {name}
                </span>
              ))}
            </p>
          </section>
        </div>
      )}
    </div>
  )
}
