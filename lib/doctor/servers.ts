import { createTransport } from 'nodemailer'
import type { ModelServer } from '../config.js'
import { asSentence, messageOf } from '../errors.js'
import { selectTranscriber } from '../transcribe/select-transcriber.js'
import { type CheckContext, type Finding, fault, fine } from './check.js'

const TIMEOUT_MS = 8000

const NOT_CONFIGURED = 'not configured'

/** Connects, greets and signs in as for a mail, but sends none. */
export async function checkMail({ config }: CheckContext): Promise<Finding> {
  if (config.smtpUrl === undefined) return fine(`${NOT_CONFIGURED}: no mail is sent`)
  const { hostname, port } = new URL(config.smtpUrl)
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return fine(`${hostname} accepts mail from ${config.mailFrom}`)
  } catch (error) {
    const where = port === '' ? hostname : `${hostname}:${port}`
    return fault(`The mail server ${where} refuses: ${messageOf(error)}. Check OVERHEARD_SMTP_URL.`)
  } finally {
    transport.close()
  }
}

/** Lists the models, which is free. A server that does not support that is reachable all the same. */
async function askServer(name: string, server: ModelServer, { safeFetch }: CheckContext): Promise<Finding> {
  try {
    const response = await safeFetch.fetch(`${server.url}/models`, {
      headers: { ...(server.key && { authorization: `Bearer ${server.key}` }) },
      headTimeoutMs: TIMEOUT_MS,
      timeoutMs: TIMEOUT_MS,
      trusted: true,
    })
    await response.discard()
    if (response.status === 401 || response.status === 403) {
      return fault(`${server.url} refuses the key (${response.status}). Check ${name}_KEY.`)
    }
    if (response.status >= 500) return fault(`${server.url} answers ${response.status}. Look at its log.`)
    return fine(`${server.url} answers`)
  } catch (error) {
    return fault(`${server.url} does not answer: ${messageOf(error)}. Check ${name}_URL and the server.`)
  }
}

export async function checkTranscriber(context: CheckContext): Promise<Finding> {
  const { transcriber, warning } = selectTranscriber(context.config, context.safeFetch)
  if (warning !== undefined) return fault(asSentence(warning))
  if (!transcriber) return fine(`${NOT_CONFIGURED}: only publishers' transcripts are stored`)
  if (transcriber.name === 'embedded') return fine(`embedded, ${transcriber.model}`)
  return askServer('OVERHEARD_TRANSCRIBER', context.config.transcriberServer!, context)
}

export async function checkClassifier(context: CheckContext): Promise<Finding> {
  const server = context.config.classifierServer
  if (!server) return fine(`${NOT_CONFIGURED}: alerts with use_classifier are refused`)
  return askServer('OVERHEARD_CLASSIFIER', server, context)
}
