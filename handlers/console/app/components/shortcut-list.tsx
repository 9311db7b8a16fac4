import { useEffect, useRef } from 'preact/hooks'
import { useShortcuts } from '../shortcuts.js'
import { text } from '../strings.js'

const words = text.accountPage

export function ShortcutList() {
  return (
    <dl class="keys">
      {words.keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The list of shortcuts, which `?` opens on any page. */
export function ShortcutDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useShortcuts({ '?': () => dialog.current?.showModal() })
  useEffect(() => () => dialog.current?.close(), [])
  return (
    <dialog ref={dialog} aria-labelledby="shortcuts">
      <h2 id="shortcuts">{words.shortcuts}</h2>
      <ShortcutList />
      <button type="button" class="wide" onClick={() => dialog.current?.close()}>
        {text.close}
      </button>
    </dialog>
  )
}
