import { useState } from 'preact/hooks'
import { text } from '../strings.js'
import { describedBy, Field } from './field.js'
import { Icon } from './icon.js'

const MOST = 10

interface Props {
  keywords: readonly string[]
  problem: string | undefined
  onChange(keywords: string[]): void
}

/** A field for several words or phrases, each a chip that can be removed. */
export function Keywords({ keywords, problem, onChange }: Props) {
  const [typed, setTyped] = useState('')

  function add(words: string): void {
    const added = words.split(',').map((word) => word.trim())
    const known = new Set(keywords.map((keyword) => keyword.toLowerCase()))
    const fresh = added.filter((word) => word !== '' && !known.has(word.toLowerCase()))
    setTyped('')
    if (fresh.length > 0) onChange([...keywords, ...fresh].slice(0, MOST))
  }

  return (
    <Field
      id="keywords"
      label={text.alerts.keywords}
      hint={text.alerts.keywordsHint(keywords.length)}
      problem={problem}
    >
      <div class="words">
        {keywords.map((keyword) => (
          <span class="chip" key={keyword}>
            {keyword}
            <button
              type="button"
              aria-label={text.alerts.removeKeyword(keyword)}
              onClick={() => onChange(keywords.filter((other) => other !== keyword))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          id="keywords"
          value={typed}
          aria-describedby={describedBy('keywords')}
          aria-invalid={problem !== undefined}
          autocomplete="off"
          onInput={(event) => {
            const { value } = event.currentTarget
            if (value.includes(',')) add(value)
            else setTyped(value)
          }}
          onBlur={() => add(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim() !== '') {
              event.preventDefault()
              add(typed)
            }
            if (event.key === 'Backspace' && typed === '') onChange(keywords.slice(0, -1))
          }}
        />
      </div>
    </Field>
  )
}
