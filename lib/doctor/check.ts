import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { SafeFetch } from '../safe-fetch.js'

/** What was found, and, where it is a fault, what to do about it. */
export interface Finding {
  ok: boolean
  detail: string
}

export interface Check extends Finding {
  name: string
}

/** What is looked at, and with what. */
export interface Patient {
  config: Config
  clock: Clock
  safeFetch: SafeFetch
  /** Variables that nobody reads. */
  unknownVariables: readonly string[]
}

export const fine = (detail: string): Finding => ({ ok: true, detail })
export const fault = (detail: string): Finding => ({ ok: false, detail })

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
