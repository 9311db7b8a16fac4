import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../strings.js'

interface Props {
  /** On the button that asks. */
  label: string
  question: string
  /** On the button that does it. */
  yes: string
  isBusy: boolean
  onYes(): void
}

/** A button that asks once more before something is gone. */
export function Confirm({ label, question, yes, isBusy, onYes }: Props) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFirst = useRef(true)

  // The button that had the focus is gone: the one in its place takes it. `autofocus` acts once a page only.
  useEffect(() => {
    if (!isFirst.current) button.current?.focus()
    isFirst.current = false
  }, [isAsking])

  if (!isAsking) {
    return (
      <button key="ask" ref={button} type="button" class="quiet" onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <fieldset class="confirm" onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}>
      <legend class="small">{question}</legend>
      <button
        type="button"
        class="quiet danger"
        disabled={isBusy}
        onClick={() => {
          setAsking(false)
          onYes()
        }}
      >
        {yes}
      </button>
      <button ref={button} type="button" class="quiet" onClick={() => setAsking(false)}>
        {text.keep}
      </button>
    </fieldset>
  )
}
