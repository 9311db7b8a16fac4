import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { SafeFetch } from '../safe-fetch.js'

/** The result of a check and, for a fault, how to fix it. */
export interface Finding {
  ok: boolean
  detail: string
}

export interface Check extends Finding {
  name: string
}

/** What the checks examine. */
export interface Patient {
  config: Config
  clock: Clock
  safeFetch: SafeFetch
  /** Variables with our prefix that the program does not know. */
  unknownVariables: readonly string[]
}

export const fine = (detail: string): Finding => ({ ok: true, detail })
export const fault = (detail: string): Finding => ({ ok: false, detail })

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
