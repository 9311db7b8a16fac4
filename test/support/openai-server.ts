import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TranscriptionRequest {
  path: string
  headers: IncomingHttpHeaders
  /** Fields of the form but the file. */
  fields: Record<string, string>
  file: { name: string; bytes: Buffer }
}

export type TranscriptionAnswer = (request: TranscriptionRequest, response: ServerResponse) => void

export interface OpenAiServer {
  /** As for `OVERHEARD_TRANSCRIBER_URL`. */
  url: string
  requests: TranscriptionRequest[]
  /** What it answers from now on; an object is JSON with status 200. */
  answerWith(answer: TranscriptionAnswer | object): void
  close(): Promise<void>
}

/** A real server that takes `/audio/transcriptions` as OpenAI's does. It hears "Hello there." in everything. */
export async function anOpenAiServer(): Promise<OpenAiServer> {
  const requests: TranscriptionRequest[] = []
  let answer: TranscriptionAnswer | object = {
    text: 'Hello there.',
    language: 'english',
    duration: 2,
    segments: [{ id: 0, start: 0, end: 2, text: ' Hello there.' }],
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const form = await new Response(Buffer.concat(parts), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file') as File
    form.delete('file')
    const received: TranscriptionRequest = {
      path: request.url ?? '',
      headers: request.headers,
      fields: Object.fromEntries([...form.entries()].map(([name, value]) => [name, String(value)])),
      file: { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) },
    }
    requests.push(received)
    if (typeof answer === 'function') return (answer as TranscriptionAnswer)(received, response)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
