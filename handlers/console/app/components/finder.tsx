import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../api.js'
import { following } from '../following.js'
import { clockTime } from '../format.js'
import { hrefAt } from '../place.js'
import { type Playable, player, playFrom } from '../player.js'
import { useShortcuts } from '../shortcuts.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { placesIn } from '../terms.js'
import { Icon } from './icon.js'
import { Marked } from './marked.js'
import { showSentence } from './transcript.js'

const words = text.episode

interface Props {
  file: Schemas['TranscriptFileOut']
  isTimed: boolean
  find: string
  pattern: RegExp | undefined
  playable: Playable
  startAt: number | undefined
  onFind(find: string): void
}

/** Cuts a sentence to begin shortly before its first match, so that the match is visible in two lines. */
function fromFirst(said: string, pattern: RegExp | undefined): string {
  const [start = 0] = (pattern && placesIn(said, pattern)[0]) ?? []
  const cut = start > 45 ? said.indexOf(' ', start - 30) : -1
  return cut < 0 || cut > start ? said : `…${said.slice(cut)}`
}

/** Scrolls the list to one of its rows. `scrollIntoView` would scroll the page too. */
function scrollTo(row: Element | undefined): void {
  const list = row?.parentElement
  if (!row || !list) return
  const [at, frame] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
  if (at.top < frame.top) list.scrollTop -= frame.top - at.top
  if (at.bottom > frame.bottom) list.scrollTop += at.bottom - frame.bottom
}

const AFTER_TYPING_MS = 200
const LISTED = 100

/** Finds words in the transcript and steps through the matches. */
export function Finder({ file, isTimed, find, pattern, playable, startAt, onFind }: Props) {
  const [typed, setTyped] = useState(find)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const isHere = useStore(player, ({ episode }) => episode?.id === playable.id)
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
    if (isHere) player.merge({ places: isTimed ? found.map(({ start }) => start) : [] })
  }, [found, isTimed, isHere])

  // Before any key: one that is pressed at once would be taken back.
  useLayoutEffect(() => setAt(0), [found])

  useEffect(() => {
    const first =
      startAt === undefined ? found[0]?.index : file.segments.findLastIndex(({ start }) => start <= startAt)
    if (first !== undefined && first > 0) showSentence(first)
  }, [])

  function step(by: number): void {
    if (found.length === 0) return
    // The audio must not scroll a reader back who has moved elsewhere.
    following.merge({ isOn: false })
    show((at + by + found.length) % found.length)
  }

  function show(next: number): void {
    setAt(next)
    showSentence(found[next]!.index)
    scrollTo(list.current?.children[next])
  }

  function play(next: number): void {
    show(next)
    if (isTimed) playFrom(playable, found[next]!.start)
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
      <ol class="list" ref={list}>
        {found.slice(0, LISTED).map(({ index, start, said }, position) => (
          <li key={index}>
            <a
              href={hrefAt(playable.id, start)}
              aria-current={position === at ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                play(position)
              }}
            >
              <span class="time">{isTimed ? clockTime(start) : ''}</span>
              <span class="text clamp" dir="auto">
                <Marked text={fromFirst(said, pattern)} pattern={pattern} />
              </span>
            </a>
          </li>
        ))}
        {found.length > LISTED && <li class="small soft">{text.search.placesRest(LISTED, found.length)}</li>}
      </ol>
    </section>
  )
}
