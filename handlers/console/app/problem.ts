import { secondsUntil } from './format.js'
import { text } from './strings.js'

/** Why a request was refused, from the error envelope. */
export class Problem extends Error {
  constructor(
    /** 0: there was no answer. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** Further fields of the envelope. */
    readonly details: {
      fields?: Record<string, string[]>
      limit_key?: string
      limit?: number
      scope?: string
      reset?: number
    } = {},
  ) {
    super(message)
  }

  /** The error of one field of a form, as a sentence. */
  field(name: string): string | undefined {
    const messages = this.details.fields?.[name]
    return messages && sentence(messages.join('; '))
  }

  /** When a used-up minute ends, in milliseconds. */
  get minuteEndsAt(): number | undefined {
    const { scope, reset } = this.details
    return scope === 'per_minute' && reset !== undefined ? reset * 1000 : undefined
  }

  /** For people; when the problem names no field. */
  get words(): string {
    if (this.code === 'offline') return text.offline
    if (this.minuteEndsAt !== undefined) return text.wait.again(secondsUntil(this.minuteEndsAt))
    const { limit_key: key, limit } = this.details
    if (this.code === 'plan_limit_reached' && key === 'alerts' && limit !== undefined)
      return text.planHasRoom(limit)
    const fields = Object.entries(this.details.fields ?? {})
    if (fields.length > 0)
      return fields.map(([name, found]) => sentence(`${name} ${found.join('; ')}`)).join(' ')
    return this.message
  }
}

function sentence(words: string): string {
  const start = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/** The problem that an answer describes in its body. */
export function problemOf(response: Response, body: unknown): Problem {
  const {
    code = 'unexpected',
    message = text.unexpected(response.status),
    ...details
  } = (body as { error?: { code?: string; message?: string } } | undefined)?.error ?? {}
  return new Problem(response.status, code, message, details)
}

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, 'unexpected', String(error))
