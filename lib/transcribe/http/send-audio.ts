import { readFile } from 'node:fs/promises'
import { FormData } from 'undici'
import type { ModelServer } from '../../config.js'
import { FetchError, type SafeFetch } from '../../safe-fetch.js'
import { detectFormat, extensionOf } from '../audio/format.js'
import { TranscribeFault } from '../transcriber.js'
import { readTranscription, type Transcription } from './answer.js'

/** Statuses that say something about the file, not about the server or the key. */
const FILE_REFUSED = new Set([400, 415, 422])

const LIMIT_MS = 30 * 60_000
const MOST_ANSWER_BYTES = 50_000_000
const DEFAULT_MODEL = 'whisper-1'
/** Whisper reads the last 224 tokens of a prompt. */
const MOST_PROMPT_CHARACTERS = 700

export const modelOf = (server: ModelServer) => server.model ?? DEFAULT_MODEL

/** The server refuses files of this size. */
export class UploadTooLarge extends Error {}

interface Server {
  server: ModelServer
  safeFetch: SafeFetch
}

interface SendHints {
  language?: string
  keywords?: string[]
  /** False when the server is known not to give times. */
  timed?: boolean
  signal: AbortSignal
}

/**
 * Transcribes one file. Asks for times, and again without them if the server or its model does not support
 * them. Throws `UploadTooLarge`, a `TranscribeFault`, or the signal's reason.
 */
export async function sendAudio(to: Server, path: string, hints: SendHints): Promise<Transcription> {
  try {
    const timed = hints.timed !== false
    let answer = await post(to, path, hints, timed)
    if (timed && (answer.status === 400 || answer.status === 422)) answer = await post(to, path, hints, false)
    if (answer.status === 413) throw new UploadTooLarge()
    if (answer.status !== 200 && answer.status !== 201) throw refused(answer)
    const transcript = readTranscription(answer.body, answer.type)
    if (transcript) return transcript
    throw new TranscribeFault('unavailable', 'the answer of the transcription server contains no transcript')
  } catch (error) {
    hints.signal.throwIfAborted()
    if (!(error instanceof FetchError)) throw error
    throw new TranscribeFault('unavailable', `the transcription server: ${error.message}`, { cause: error })
  }
}

async function post({ server, safeFetch }: Server, path: string, hints: SendHints, timed: boolean) {
  const response = await safeFetch.fetch(`${server.url}/audio/transcriptions`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(server.key ? { authorization: `Bearer ${server.key}` } : {}),
    },
    body: await formOf(server, path, hints, timed),
    headTimeoutMs: LIMIT_MS,
    timeoutMs: LIMIT_MS,
    maxBytes: MOST_ANSWER_BYTES,
    signal: hints.signal,
    trusted: true,
  })
  // A refusal may come while the file is still being sent, with an unreadable body; the status is enough then.
  const body = await response.body().catch((error: Error) => {
    if (response.status === 200) throw error
    return Buffer.alloc(0)
  })
  return { status: response.status, type: response.headers['content-type'], body: body.toString('utf8') }
}

async function formOf(
  server: ModelServer,
  path: string,
  hints: SendHints,
  timed: boolean,
): Promise<FormData> {
  // Servers decide by the file extension and refuse unknown ones.
  const extension = extensionOf(await detectFormat(path))
  const form = new FormData()
  form.append('file', new Blob([await readFile(path)]), `episode${extension}`)
  form.append('model', modelOf(server))
  const language = hints.language?.split('-')[0]?.toLowerCase()
  if (language) form.append('language', language)
  const prompt = promptOf(hints.keywords ?? [])
  if (prompt) form.append('prompt', prompt)
  form.append('response_format', timed ? 'verbose_json' : 'json')
  if (timed) form.append('timestamp_granularities[]', 'segment')
  return form
}

/** As many keywords as fit into a prompt, so that names are spelt as the alerts expect them. */
function promptOf(keywords: readonly string[]): string {
  let prompt = ''
  for (const keyword of new Set(keywords)) {
    const longer = prompt === '' ? keyword : `${prompt}, ${keyword}`
    if (longer.length <= MOST_PROMPT_CHARACTERS) prompt = longer
  }
  return prompt
}

function refused({ status, body }: { status: number; body: string }): TranscribeFault {
  const said = /"(?:message|detail|error)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? ''
  const reason = said.slice(0, 200)
  return new TranscribeFault(
    FILE_REFUSED.has(status) ? 'failed' : 'unavailable',
    `the transcription server answered ${status}${reason ? `: ${reason}` : ''}`,
  )
}
