import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './api.js'

export interface ChatRequest {
  path: string
  authorization: string | undefined
  body: Json
}

/** What the server does with a request; `say` answers with a completion. */
export type ChatBehaviour = (
  request: ChatRequest,
  response: ServerResponse,
  say: (content: unknown) => void,
) => void

/** A small OpenAI-compatible server. */
export class ChatServer {
  readonly requests: ChatRequest[] = []
  /** The most requests that were open at one time. */
  mostAtOnce = 0
  private open = 0
  private readonly server: Server

  private constructor(public behave: ChatBehaviour) {
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  static async start(): Promise<ChatServer> {
    const chat = new ChatServer((_request, _response, say) => say('{"answer":"yes"}'))
    chat.server.listen(0, '127.0.0.1')
    await once(chat.server, 'listening')
    return chat
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`
  }

  /** Answers every question with this text. */
  says(content: unknown): void {
    this.behave = (_request, _response, say) => say(content)
  }

  /** Answers every request with this status. */
  fails(status: number): void {
    this.behave = (_request, response) => response.writeHead(status).end('{"error":{"message":"no"}}')
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++
    this.mostAtOnce = Math.max(this.mostAtOnce, this.open)
    response.once('close', () => this.open--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { authorization } = request.headers
    const received = { path: request.url!, authorization, body: JSON.parse(Buffer.concat(chunks).toString()) }
    this.requests.push(received)
    this.behave(received, response, (content) => {
      const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }))
    })
  }
}
