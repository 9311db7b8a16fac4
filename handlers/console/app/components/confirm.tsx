import { useState } from 'preact/hooks'
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
  if (!isAsking) {
    return (
      <button type="button" class="quiet" onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <fieldset class="confirm">
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
      <button type="button" class="quiet" autofocus onClick={() => setAsking(false)}>
        {text.keep}
      </button>
    </fieldset>
  )
}
