import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Json } from './api.js'
import { currentApp } from './app.js'

const clients: Client[] = []

/** The official client, connected with a key. */
export async function anAssistant(key: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${currentApp().url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  })
  await client.connect(transport)
  clients.push(client)
  return client
}

/** For an `after` hook. */
export async function closeAssistants(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.close()))
}

export interface ToolAnswer {
  isError: boolean
  body: Json
  text: string
}

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult
  const [content] = result.content
  const text = content?.type === 'text' ? content.text : ''
  return { isError: result.isError ?? false, body: result.structuredContent, text }
}

/** One POST as it is, without the client's manners. */
export async function postMcp(
  body: string | Uint8Array<ArrayBuffer> | object,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; body: Json }> {
  const response = await fetch(`${currentApp().url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
