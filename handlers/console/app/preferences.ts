import { createStore } from './store.js'

export type Theme = '' | 'light' | 'dark'

interface Preferences {
  theme: Theme
  shortcuts: boolean
}

const NAME = 'overheard-preferences'

function read(): Preferences {
  try {
    return { theme: '', shortcuts: true, ...JSON.parse(localStorage.getItem(NAME) ?? '{}') }
  } catch {
    return { theme: '', shortcuts: true }
  }
}

export const preferences = createStore<Preferences>(read())

function apply({ theme }: Preferences): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

preferences.subscribe((value) => {
  localStorage.setItem(NAME, JSON.stringify(value))
  apply(value)
})
apply(preferences.get())
