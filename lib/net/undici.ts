import { createRequire } from 'node:module'
import { skipContinue } from './interim-answers.js'

type Undici = typeof import('undici')

let loaded: Undici | undefined

/** The HTTP client, read when it is first needed: it takes a fifth of the time that the program needs to start. */
export function undici(): Undici {
  if (!loaded) {
    loaded = createRequire(import.meta.url)('undici') as Undici
    skipContinue()
  }
  return loaded
}
