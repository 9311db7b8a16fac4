import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { api, bodyOf, consoleApi, type Schemas } from '../api.js'
import { Icon } from '../components/icon.js'
import { Marked } from '../components/marked.js'
import { Menu } from '../components/menu.js'
import { Back } from '../components/page.js'
import { excerptTerms, Places, PlayButton } from '../components/places.js'
import { LoadState, ProblemNote } from '../components/status.js'
import { Tile } from '../components/tile.js'
import { showSentence, Transcript } from '../components/transcript.js'
import { copy } from '../copy.js'
import { useDeed } from '../deed.js'
import { following } from '../following.js'
import { clockTime, dayAndTime, fullDay, languageName, length, secondsOf } from '../format.js'
import { useLoad } from '../load.js'
import { href, place } from '../place.js'
import { type Playable, player, playFrom, setShift } from '../player.js'
import { session } from '../session.js'
import { useShortcuts } from '../shortcuts.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { patternOf, placesIn, termsOf } from '../terms.js'
import { useTitle } from '../title.js'

const words = text.episode
const FREELY_ABOVE = 100
const FORMATS = ['txt', 'srt', 'vtt', 'json'] as const
const NOTICED_SECONDS = 3

export function EpisodePage({ id }: { id: string }) {
  const loaded = useLoad(`episode ${id}`, (signal) =>
    bodyOf(api.GET('/episodes/{episode_id}', { params: { path: { episode_id: id } }, signal })),
  )
  useTitle(loaded.data?.title)
  if (!loaded.data) {
    return (
      <div class="page">
        <LoadState of={loaded} />
      </div>
    )
  }
  return <Episode key={id} episode={loaded.data} />
}

/** What is left of the month's downloads, as far as this page knows. */
function downloadsLeft(): number {
  const downloads = session.get().facts?.transcript_downloads
  return downloads ? Math.max(0, downloads.limit - downloads.used) : 0
}

function noteDownload(): void {
  const { facts } = session.get()
  if (!facts) return
  const { transcript_downloads: downloads } = facts
  session.merge({ facts: { ...facts, transcript_downloads: { ...downloads, used: downloads.used + 1 } } })
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
  // What a search looked for is looked for as it did; what is typed here, as it stands.
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
          <a class="show" href={href(`/podcasts/${podcast.id}`)} dir="auto">
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
            {/* Always there while it plays: equal lengths prove nothing. */}
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

function SaveAs({ episode }: { episode: Schemas['EpisodeDetailOut'] }) {
  const deed = useDeed()

  async function save(format: (typeof FORMATS)[number]): Promise<void> {
    const file = await deed.run(() =>
      bodyOf(
        api.GET('/episodes/{episode_id}/transcript/download', {
          params: { path: { episode_id: episode.id }, query: { format } },
          parseAs: 'blob',
        }),
      ),
    )
    if (!file) return
    noteDownload()
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file as Blob)
    link.download = `${
      episode.title
        .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
        .trim()
        .slice(0, 100) || 'transcript'
    }.${format}`
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <>
      <Menu icon="save" label={words.saveAs}>
        {FORMATS.map((format) => (
          <button
            type="button"
            class="plain quiet"
            key={format}
            disabled={deed.isBusy}
            onClick={() => void save(format)}
          >
            .{format}
          </button>
        ))}
        <p class="small soft">{words.saveCost}</p>
      </Menu>
      <ProblemNote problem={deed.problem} />
    </>
  )
}

/** A link to the second that is heard, in time of the transcript. */
function LinkToHere({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false)
  const seconds = useStore(player, ({ episode, time, shift }) =>
    episode?.id === id ? Math.max(0, Math.floor(time - shift)) : (secondsOf(place.get().query.get('t')) ?? 0),
  )
  const address = href(`/episodes/${id}`, {
    q: place.get().query.get('q') ?? '',
    t: String(Math.floor(seconds)),
  })
  return (
    <a
      class="button quiet"
      href={address}
      onClick={(event) => {
        event.preventDefault()
        history.replaceState(null, '', address)
        void copy(location.href).then(setCopied)
      }}
    >
      <Icon name="link" />
      <span role="status">{isCopied ? words.linkCopied : words.linkTo(clockTime(seconds))}</span>
    </a>
  )
}

/** Where the audio is not as long as what was transcribed, and how far it is lined up. */
function LengthNotice({ episode, isLiningUp }: Pick<HeadProps, 'episode' | 'isLiningUp'>) {
  const [isDismissed, setDismissed] = useState(false)
  const duration = useStore(player, (state) => state.duration)
  const shift = useStore(player, (state) => state.shift)
  const measured = episode.transcript?.duration_seconds ?? null
  const difference = measured === null || duration === 0 ? 0 : duration - measured
  const by = clockTime(Math.abs(difference))
  if (isLiningUp || shift !== 0) {
    return (
      <div class="notice" role="status">
        <Icon name="follow" />
        <p>
          {isLiningUp
            ? words.lineUpHint
            : words.linedUp(`${shift < 0 ? '−' : '+'}${clockTime(Math.abs(shift))}`)}
        </p>
        {shift !== 0 && (
          <div class="deeds">
            <button type="button" class="plain quiet" onClick={() => setShift(0)}>
              {words.undoLineUp}
            </button>
          </div>
        )}
      </div>
    )
  }
  if (isDismissed || Math.abs(difference) <= NOTICED_SECONDS) return null
  return (
    <div class="notice" role="status">
      <Icon name="warning" />
      <p>
        <strong>{difference > 0 ? words.longer(by) : words.shorter(by)}</strong> {words.shifts(by)}
      </p>
      <div class="deeds">
        <button type="button" class="plain quiet" onClick={() => setDismissed(true)}>
          {text.dismiss}
        </button>
      </div>
    </div>
  )
}

interface FinderProps {
  file: Schemas['TranscriptFileOut']
  isTimed: boolean
  find: string
  pattern: RegExp | undefined
  playable: Playable
  startAt: number | undefined
  onFind(find: string): void
}

/** A sentence from shortly before the first place, so that the place is seen in two lines. */
function fromFirst(said: string, pattern: RegExp | undefined): string {
  const [start = 0] = (pattern && placesIn(said, pattern)[0]) ?? []
  const cut = start > 45 ? said.indexOf(' ', start - 30) : -1
  return cut < 0 || cut > start ? said : `…${said.slice(cut)}`
}

const AFTER_TYPING_MS = 200
const LISTED = 100

/** Finds words in the transcript, and steps through their places. */
function Finder({ file, isTimed, find, pattern, playable, startAt, onFind }: FinderProps) {
  const [typed, setTyped] = useState(find)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const found = useMemo(
    () =>
      pattern
        ? file.segments.flatMap(({ text: said, start }, index) =>
            placesIn(said, pattern).length > 0 ? [{ index, start, said }] : [],
          )
        : [],
    [file, pattern],
  )

  useEffect(() => {
    const timer = setTimeout(() => onFind(typed), AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    const places = isTimed ? found.map(({ start }) => start) : []
    if (player.get().episode?.id === playable.id) player.merge({ places })
    setAt(0)
  }, [found])

  useEffect(() => {
    const first =
      startAt === undefined ? found[0]?.index : file.segments.findLastIndex(({ start }) => start <= startAt)
    if (first !== undefined && first > 0) showSentence(first)
  }, [])

  function step(by: number): void {
    if (found.length === 0) return
    // Whoever reads elsewhere is not pulled back by the audio.
    following.merge({ isOn: false })
    show((at + by + found.length) % found.length)
  }

  function show(next: number): void {
    setAt(next)
    showSentence(found[next]!.index)
  }

  function play(next: number): void {
    show(next)
    if (!isTimed || !playFrom(playable, found[next]!.start)) return
    player.merge({ places: found.map(({ start }) => start) })
  }

  useShortcuts({
    '/': () => field.current?.select(),
    n: () => step(1),
    p: () => step(-1),
    f: () => following.merge({ isOn: !following.get().isOn }),
  })

  return (
    <section class="finder">
      <h2 class="unseen">{words.find}</h2>
      <div class="find">
        <input
          ref={field}
          type="search"
          aria-label={words.find}
          value={typed}
          maxLength={200}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
          }}
        />
        <span class="count time" role="status">
          {pattern && words.findCount(at + 1, found.length)}
        </span>
        <span class="step">
          <button
            type="button"
            class="plain"
            aria-label={words.previous}
            title={`${words.previous} (p)`}
            onClick={() => step(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="plain"
            aria-label={words.next}
            title={`${words.next} (n)`}
            onClick={() => step(1)}
          >
            <Icon name="down" />
          </button>
        </span>
      </div>
      <ol class="list">
        {found.slice(0, LISTED).map(({ index, start, said }, position) => (
          <li key={index}>
            <a
              href={`?t=${Math.floor(start)}`}
              aria-current={position === at ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                play(position)
              }}
            >
              <span class="time">{isTimed ? clockTime(start) : ''}</span>
              <span class="text" dir="auto">
                <Marked text={fromFirst(said, pattern)} pattern={pattern} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Origin = {
  source: keyof typeof words.sources | null
  model: string | null
  held_at: string | null
  alerts: Array<{ id: string; name: string }>
}

function About({ episode, origin }: { episode: Schemas['EpisodeDetailOut']; origin: Origin | undefined }) {
  return (
    <section class="card">
      <h2>{words.about}</h2>
      <p class="small soft notes" dir="auto">
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
                    <a href={href(`/alerts/${id}`)}>{name}</a>
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
