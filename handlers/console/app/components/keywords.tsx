import { useRef, useState } from 'preact/hooks'
import { text } from '../strings.js'
import { KEYWORDS_AT_MOST } from '../terms.js'
import { describedBy, Field } from './field.js'
import { Icon } from './icon.js'

interface Props {
  keywords: readonly string[]
  problem: string | undefined
  onChange(keywords: string[]): void
}

/** A field for several words or phrases, each a chip that can be removed. */
export function Keywords({ keywords, problem, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [isFull, setFull] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function add(words: string): void {
    const added = words.split(',').map((word) => word.trim())
    const known = new Set(keywords.map((keyword) => keyword.toLowerCase()))
    const fresh = added.filter((word) => word !== '' && !known.has(word.toLowerCase()))
    const room = KEYWORDS_AT_MOST - keywords.length
    setTyped(fresh.slice(room).join(', '))
    setFull(fresh.length > room)
    if (fresh.length > 0 && room > 0) onChange([...keywords, ...fresh.slice(0, room)])
  }

  function remove(keyword: string): void {
    setFull(false)
    onChange(keywords.filter((other) => other !== keyword))
    // The button that was pressed goes away.
    field.current?.focus()
  }

  const fault = isFull ? text.alerts.keywordsFull(KEYWORDS_AT_MOST) : problem
  return (
    <Field
      id="keywords"
      label={text.alerts.keywords}
      hint={text.alerts.keywordsHint(keywords.length, KEYWORDS_AT_MOST)}
      problem={fault}
    >
      <div class="words">
        {keywords.map((keyword) => (
          <span class="chip" key={keyword} dir="auto">
            {keyword}
            <button
              type="button"
              aria-label={text.alerts.removeKeyword(keyword)}
              onClick={() => remove(keyword)}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          ref={field}
          id="keywords"
          value={typed}
          aria-describedby={describedBy('keywords')}
          aria-invalid={fault !== undefined}
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
