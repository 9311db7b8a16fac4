import { useEffect } from 'preact/hooks'
import { text } from './strings.js'

/** The title of the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${text.brand}` : text.brand
  }, [title])
}
