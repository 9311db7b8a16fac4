import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  isInitializeRequest,
  JSONRPCMessageSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { INSTRUCTIONS } from './instructions.js'
import { TOOLS, type Tool } from './tools.js'

// This module draws in the whole SDK and is loaded at the first request that needs it.

/** What carries a tool out for the caller of one request. */
export type Call = (tool: Tool, given: Record<string, unknown>) => Promise<CallToolResult>

const SERVER = { name: 'overheard', title: 'Overheard', version: '1.0.0' }

// Made once: the SDK would make one for every server, which takes longer than a search.
const jsonSchemaValidator = new AjvJsonSchemaValidator()
const listed = TOOLS.map(({ operationId, ...tool }) => tool)
const toolsByName = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** A server for one request: nothing is kept between two, so that any process can answer the next. */
function serverFor(call: Call): Server {
  const server = new Server(SERVER, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator,
  })
  // Not registered one by one: the SDK would call parameters that do not fit an internal error.
  server.fallbackRequestHandler = async (request) => {
    if (request.method === 'tools/list') return { tools: listed }
    if (request.method === 'tools/call') return callNamed(call, request)
    throw new McpError(ErrorCode.MethodNotFound, 'this server has no such method')
  }
  return server
}

function callNamed(call: Call, request: unknown): Promise<CallToolResult> {
  const { success, data } = CallToolRequestSchema.safeParse(request)
  if (!success)
    throw new McpError(ErrorCode.InvalidParams, 'a call takes name (text) and arguments (an object)')
  const { name, arguments: given = {} } = data.params
  const tool = toolsByName.get(name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `there is no tool named ${name.slice(0, 100)}`)
  return call(tool, given)
}

export interface Answer {
  status: number
  /** JSON, or nothing. */
  text: string
}

/** An answer that no server was needed for. */
export function refusal(status: number, code: number, message: string, id: unknown = null): Answer {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return { status, text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: known }) }
}

/** Each of them may list all tools, which takes many times its own size. */
const MOST_MESSAGES = 20

interface Message {
  id?: unknown
  method?: unknown
}

/** What of the messages is to be answered; or why they are not JSON-RPC. */
function checked(given: unknown): { messages: unknown } | Answer {
  const messages = [given].flat() as Message[]
  if (messages.length > MOST_MESSAGES) {
    return refusal(400, ErrorCode.InvalidRequest, `A batch has at most ${MOST_MESSAGES} messages.`)
  }
  if (messages.length === 0) return refusal(400, ErrorCode.InvalidRequest, 'The batch is empty.')
  const wrong = messages.find((message) => !JSONRPCMessageSchema.safeParse(message).success)
  if (wrong !== undefined) {
    return refusal(400, ErrorCode.InvalidRequest, 'This is not a JSON-RPC 2.0 message.', wrong?.id)
  }
  const [first] = messages
  if (first?.method === 'initialize' && !isInitializeRequest(first)) {
    return refusal(400, ErrorCode.InvalidParams, 'These are not parameters of initialize.', first.id)
  }
  if (!Array.isArray(given)) return { messages: given }
  // A cancelled request is never answered, and the batch it stands in would wait for it.
  return { messages: messages.filter(({ method }) => method !== 'notifications/cancelled') }
}

/** Answers one request of a client. `headers` are those that the protocol is about. */
export async function answerMessages(
  given: unknown,
  headers: Record<string, string>,
  call: Call,
): Promise<Answer> {
  const read = checked(given)
  if ('status' in read) return read
  const server = serverFor(call)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await server.connect(transport)
  const request = new Request('http://localhost/mcp', { method: 'POST', headers })
  const response = await transport.handleRequest(request, { parsedBody: read.messages })
  // Not closed: nothing is open, and the SDK would make an error with its stack to tell everybody.
  return { status: response.status, text: await response.text() }
}
