import type { Config } from '../config.js'
import type { SafeFetch } from '../safe-fetch.js'
import { embeddedTranscriber } from './embedded/embedded-transcriber.js'
import { installationFolder, isInstalled } from './embedded/installation.js'
import { modelsFolder, workFolder } from './folders.js'
import { httpTranscriber } from './http/http-transcriber.js'
import type { Transcriber } from './transcriber.js'

export type TranscriberConfig = Pick<
  Config,
  'database' | 'modelsFolder' | 'transcriber' | 'transcriberServer'
>

interface TranscriberChoice {
  /** Undefined when no recogniser is to be used. */
  transcriber?: Transcriber
  /** A setting that cannot be honoured; log it once. */
  warning?: string
}

/**
 * Chooses the recogniser for new episodes. It only looks at a few files, so call it before every pass: an
 * installation made while the service runs then takes effect at once.
 */
export function selectTranscriber(config: TranscriberConfig, safeFetch: SafeFetch): TranscriberChoice {
  const server = config.transcriberServer
  const folder = modelsFolder(config)
  const installation = isInstalled(folder) ? installationFolder(folder) : undefined
  const wanted = config.transcriber ?? (server ? 'http' : 'embedded')

  if (wanted === 'http' && server) {
    const transcriber = httpTranscriber({
      server,
      safeFetch,
      workFolder: workFolder(config),
      installation,
    })
    return { transcriber }
  }
  if (wanted !== 'embedded') return {}
  if (installation) return { transcriber: embeddedTranscriber(installation) }
  return config.transcriber === undefined
    ? {}
    : { warning: 'the embedded recogniser is not installed; `overheard transcriber install` sets it up' }
}
