import { Component, type ComponentChildren, h } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Schemas } from '../api.js'
import { following } from '../following.js'
import { clockTime } from '../format.js'
import { paragraphsOf, type Sentence, sentenceAt } from '../paragraphs.js'
import { hrefAt } from '../place.js'
import { lineUp, type Playable, player, playFrom } from '../player.js'
import { text } from '../strings.js'
import { Marked } from './marked.js'

interface Props {
  episode: Playable
  file: Schemas['TranscriptFileOut']
  isTimed: boolean
  pattern: RegExp | undefined
  /** A press on a sentence lines the audio up with it instead of jumping to it. */
  isLiningUp: boolean
  onLinedUp(): void
}

const sentenceId = (index: number) => `s${index}`

export function showSentence(index: number): void {
  const element = document.getElementById(sentenceId(index))
  element?.scrollIntoView({ block: 'center' })
}

/** What a person may scroll with. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown']

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * The transcript, which follows the audio. The current sentence is marked without rendering: the thousands of sentences
 * are rendered once, and moving the mark takes less than a millisecond.
 */
export function Transcript({ episode, file, isTimed, pattern, isLiningUp, onLinedUp }: Props) {
  const section = useRef<HTMLElement>(null)
  const paragraphs = useMemo(() => paragraphsOf(file.segments, isTimed), [file, isTimed])

  useEffect(() => {
    if (!isTimed) return
    following.merge({ isPossible: true })
    let current: Element | null = null
    let at = -1
    let mayHaveMoved = false
    const noteMove = () => {
      mayHaveMoved = true
    }
    for (const type of MOVES) addEventListener(type, noteMove, { passive: true })
    const stopFollowing = following.subscribe(({ isOn }) => {
      if (isOn) current?.scrollIntoView({ block: 'center' })
    })
    const mark = ({ episode: played, time, shift }: ReturnType<typeof player.get>) => {
      const index = played?.id === episode.id ? sentenceAt(file.segments, time - shift + 0.05) : -1
      if (index === at) return
      at = index
      // The audio must not scroll a reader back who has moved elsewhere.
      if (mayHaveMoved && current && following.get().isOn && !isInSight(current))
        following.merge({ isOn: false })
      mayHaveMoved = false
      current?.removeAttribute('aria-current')
      current?.closest('.para')?.classList.remove('heard')
      current = document.getElementById(sentenceId(index))
      current?.setAttribute('aria-current', 'true')
      current?.closest('.para')?.classList.add('heard')
      if (current && following.get().isOn && player.get().isPlaying)
        current.scrollIntoView({ block: 'nearest' })
    }
    mark(player.get())
    const stop = player.subscribe(mark)
    return () => {
      stop()
      stopFollowing()
      for (const type of MOVES) removeEventListener(type, noteMove)
      current?.removeAttribute('aria-current')
      following.merge({ isPossible: false })
    }
    // Lining up replaces the sentences by buttons, so the mark must move to the new elements.
  }, [file, isTimed, episode.id, isLiningUp])

  function press(event: MouseEvent): void {
    const target = event.target as Element
    const link = target.closest<HTMLAnchorElement>('a.time')
    const sentence = target.closest('[data-at]') ?? link?.parentElement?.querySelector('[data-at]')
    const seconds = Number(sentence?.getAttribute('data-at'))
    if (!sentence || Number.isNaN(seconds)) return
    if (isLiningUp) {
      event.preventDefault()
      lineUp(seconds)
      onLinedUp()
    } else if (link) {
      event.preventDefault()
      playFrom(episode, seconds)
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the times are links, and sentences are buttons while lining up
    <section
      class={`transcript ${isLiningUp ? 'lining' : ''}`}
      aria-label={text.episode.transcript}
      lang={file.language || undefined}
      dir="auto"
      ref={section}
      onClick={press}
    >
      {paragraphs.map((sentences) => (
        <Paragraph
          key={sentences[0]!.index}
          episodeId={episode.id}
          sentences={sentences}
          isTimed={isTimed}
          pattern={pattern}
          isLiningUp={isLiningUp}
        />
      ))}
    </section>
  )
}

/** A component that renders again only when one of its properties changes. */
function memo<Props extends object>(render: (props: Props) => ComponentChildren) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return (Object.keys(next) as Array<keyof Props>).some((name) => next[name] !== this.props[name])
    }

    override render(): ComponentChildren {
      return h(render as (props: Props) => never, this.props as Props)
    }
  }
}

interface ParagraphProps {
  episodeId: string
  sentences: readonly Sentence[]
  isTimed: boolean
  pattern: RegExp | undefined
  isLiningUp: boolean
}

const Paragraph = memo(({ episodeId, sentences, isTimed, pattern, isLiningUp }: ParagraphProps) => {
  const time = clockTime(sentences[0]!.start)
  return (
    <div class="para">
      {isTimed && (
        <a class="time" href={hrefAt(episodeId, sentences[0]!.start)} title={text.episode.playFrom(time)}>
          {time}
        </a>
      )}
      <p>
        {sentences.map((sentence) => (
          <SentenceText key={sentence.index} sentence={sentence} pattern={pattern} isLiningUp={isLiningUp} />
        ))}
      </p>
    </div>
  )
})

interface SentenceProps {
  sentence: Sentence
  pattern: RegExp | undefined
  isLiningUp: boolean
}

function SentenceText({ sentence, pattern, isLiningUp }: SentenceProps) {
  const words = <Marked text={sentence.text} pattern={pattern} />
  return (
    <>
      {isLiningUp ? (
        <button type="button" class="sentence" id={sentenceId(sentence.index)} data-at={sentence.start}>
          {words}
        </button>
      ) : (
        <span id={sentenceId(sentence.index)} data-at={sentence.start}>
          {words}
        </span>
      )}{' '}
    </>
  )
}
