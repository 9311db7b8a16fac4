import { useMemo, useState } from 'preact/hooks'
import { api, bodyOf, type ConsoleSchemas, consoleApi, type Schemas } from '../api.js'
import { useEpisode } from '../catalogue.js'
import { Finder } from '../components/finder.js'
import { Icon } from '../components/icon.js'
import { LengthNotice } from '../components/length-notice.js'
import { LinkToHere } from '../components/link-to-here.js'
import { Back, UnloadedPage } from '../components/page.js'
import { excerptTerms, Places, PlayButton } from '../components/places.js'
import { SaveAs } from '../components/save-as.js'
import { LoadState } from '../components/status.js'
import { Tile } from '../components/tile.js'
import { Transcript } from '../components/transcript.js'
import { dayAndTime, fullDay, languageName, length, secondsOf } from '../format.js'
import { useLoad } from '../load.js'
import { href, place } from '../place.js'
import { type Playable, player } from '../player.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { patternOf, termsOf } from '../terms.js'
import { useTitle } from '../title.js'
import { downloadsLeft, noteDownload } from '../usage.js'

const words = text.episode
const FREELY_ABOVE = 100

export function EpisodePage({ id }: { id: string }) {
  const loaded = useEpisode(id)
  useTitle(loaded.data?.title)
  if (!loaded.data) return <UnloadedPage of={loaded} />
  return <Episode key={id} episode={loaded.data} />
}

async function download(id: string, signal?: AbortSignal): Promise<Schemas['TranscriptFileOut']> {
  const file = await bodyOf(
    api.GET('/episodes/{episode_id}/transcript/download', {
      params: { path: { episode_id: id }, query: { format: 'json' } },
      signal,
    }),
  )
  noteDownload()
  return file as Schemas['TranscriptFileOut']
}

function Episode({ episode }: { episode: Schemas['EpisodeDetailOut'] }) {
  const { query } = useStore(place)
  const asked = query.get('q') ?? ''
  const [isWanted, setWanted] = useState(() => downloadsLeft() > FREELY_ABOVE)
  const [find, setFind] = useState(() => termsOf(asked).join(' | '))
  const [isLiningUp, setLiningUp] = useState(false)
  const playable: Playable = useMemo(
    () => ({
      id: episode.id,
      title: episode.title,
      podcast: episode.podcast.title,
      audioUrl: episode.audio_url,
    }),
    [episode],
  )
  const file = useLoad(
    episode.has_transcript && isWanted ? `transcript ${episode.id}` : undefined,
    (signal) => download(episode.id, signal),
  )
  const origin = useLoad(`origin ${episode.id}`, (signal) =>
    bodyOf(
      consoleApi.GET('/episodes/{episode_id}/origin', {
        params: { path: { episode_id: episode.id } },
        signal,
      }),
    ),
  )
  const isTimed = origin.data?.is_timed ?? true
  // Terms from a search are found as the search found them; text typed here, as written.
  const terms = useMemo(
    () =>
      find
        .split('|')
        .map((one) => one.trim().replaceAll('"', ''))
        .filter((one) => one !== ''),
    [find],
  )
  const pattern = useMemo(() => patternOf(terms), [terms])

  return (
    <div class="page episode">
      <div>
        <Back to={href('/', { q: asked })}>{words.backToSearch(asked)}</Back>
        <Head
          episode={episode}
          playable={playable}
          isLiningUp={isLiningUp}
          onLineUp={() => setLiningUp(!isLiningUp)}
        />
        {!episode.has_transcript && <p class="soft block">{words.noTranscript}</p>}
        {episode.has_transcript && !isWanted && (
          <>
            <div class="notice">
              <Icon name="save" />
              <p>{words.ask(downloadsLeft())}</p>
              <div class="deeds">
                <button type="button" class="quiet" onClick={() => setWanted(true)}>
                  {words.open}
                </button>
              </div>
            </div>
            {terms.length > 0 && <Places episode={playable} terms={excerptTerms(terms)} />}
          </>
        )}
        {isWanted && episode.has_transcript && !file.data && <LoadState of={file} />}
        {file.data && origin.data && !isTimed && <p class="soft block">{words.untimed}</p>}
        {file.data && (
          <Transcript
            episode={playable}
            file={file.data}
            isTimed={isTimed}
            pattern={pattern}
            isLiningUp={isLiningUp}
            onLinedUp={() => setLiningUp(false)}
          />
        )}
      </div>
      <div class="aside">
        {file.data && (
          <Finder
            file={file.data}
            isTimed={isTimed}
            find={find}
            pattern={pattern}
            playable={playable}
            startAt={secondsOf(query.get('t'))}
            onFind={setFind}
          />
        )}
        <About episode={episode} origin={origin.data} />
      </div>
    </div>
  )
}

interface HeadProps {
  episode: Schemas['EpisodeDetailOut']
  playable: Playable
  isLiningUp: boolean
  onLineUp(): void
}

function Head({ episode, playable, isLiningUp, onLineUp }: HeadProps) {
  const { podcast, transcript } = episode
  const isHere = useStore(player, (state) => state.episode?.id === episode.id)
  return (
    <>
      <header class="head">
        <Tile title={podcast.title} isLarge />
        <div>
          <a class="show clamp" href={href(`/podcasts/${podcast.id}`)} dir="auto">
            {podcast.title}
          </a>
          <h1 dir="auto">{episode.title}</h1>
          <p class="meta">
            {episode.published_at && (
              <time dateTime={episode.published_at}>{fullDay(episode.published_at)}</time>
            )}
            {episode.duration_seconds !== null && <span>{length(episode.duration_seconds)}</span>}
            {transcript?.language && <span>{languageName(transcript.language)}</span>}
            {transcript && <span>{words.wordCount(transcript.word_count)}</span>}
          </p>
          <div class="deeds">
            <PlayButton episode={playable} seconds={secondsOf(place.get().query.get('t')) ?? 0} />
            {episode.has_transcript && <SaveAs episode={episode} />}
            <LinkToHere id={episode.id} />
            {/* Shown whenever it plays: audio of equal length may still be shifted. */}
            {isHere && episode.has_transcript && (
              <button
                type="button"
                class={`quiet ${isLiningUp ? 'on' : ''}`}
                aria-pressed={isLiningUp}
                onClick={onLineUp}
              >
                {words.lineUp}
              </button>
            )}
          </div>
        </div>
      </header>
      {isHere && <LengthNotice episode={episode} isLiningUp={isLiningUp} />}
    </>
  )
}

interface AboutProps {
  episode: Schemas['EpisodeDetailOut']
  origin: ConsoleSchemas['EpisodeOriginOut'] | undefined
}

function About({ episode, origin }: AboutProps) {
  if (!episode.description && !origin?.source) return null
  return (
    <section class="card">
      <h2>{words.about}</h2>
      <p class="small soft notes clamp" dir="auto">
        {episode.description}
      </p>
      {origin?.source && (
        <dl class="pairs">
          <dt>{words.source}</dt>
          <dd>
            {words.sources[origin.source]}
            {origin.model && `, ${origin.model}`}
          </dd>
          {origin.held_at && (
            <>
              <dt>{words.storedSince}</dt>
              <dd class="time">{dayAndTime(origin.held_at)}</dd>
            </>
          )}
          {origin.alerts.length > 0 && (
            <>
              <dt>{words.alerts}</dt>
              <dd>
                {origin.alerts.map(({ id, name }) => (
                  <div key={id}>
                    <a href={href(`/alerts/${id}`)} dir="auto">
                      {name}
                    </a>
                  </div>
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  )
}
