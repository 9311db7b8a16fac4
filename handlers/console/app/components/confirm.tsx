import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { text } from '../strings.js'

interface Props {
  /** The label of the first button. */
  label: string
  question: string
  /** The label of the button that confirms. */
  yes: string
  isBusy: boolean
  onYes(): void
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function Confirm({ label, question, yes, isBusy, onYes }: Props) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFirst = useRef(true)

  // The focused button was removed, so focus its replacement. `autofocus` works only once per page. At once: a moment
  // later somebody may have moved on.
  useLayoutEffect(() => {
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
        aria-disabled={isBusy}
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
