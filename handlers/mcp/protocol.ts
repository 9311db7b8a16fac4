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

// Importing this module loads the whole SDK, so mcp.ts imports it at the first request.

/** Executes a tool for the caller of one request. */
export type CallTool = (tool: Tool, given: Record<string, unknown>) => Promise<CallToolResult>

const SERVER = { name: 'overheard', title: 'Overheard', version: '1.0.0' }

// Created once: creating one per server takes longer than a search.
const jsonSchemaValidator = new AjvJsonSchemaValidator()
const listed = TOOLS.map(({ operationId, ...tool }) => tool)
const toolsByName = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** A server for one request. It keeps no state, so any process can answer the next request. */
function serverFor(call: CallTool): Server {
  const server = new Server(SERVER, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator,
  })
  // One handler for all methods: the SDK would report invalid parameters of registered tools as internal errors.
  server.fallbackRequestHandler = async (request) => {
    if (request.method === 'tools/list') return { tools: listed }
    if (request.method === 'tools/call') return callNamed(call, request)
    throw new McpError(ErrorCode.MethodNotFound, 'this server supports only tools/list and tools/call')
  }
  return server
}

function callNamed(call: CallTool, request: unknown): Promise<CallToolResult> {
  const { success, data } = CallToolRequestSchema.safeParse(request)
  if (!success)
    throw new McpError(
      ErrorCode.InvalidParams,
      'tools/call needs the parameters name (text) and arguments (an object)',
    )
  const { name, arguments: given = {} } = data.params
  const tool = toolsByName.get(name)
  if (!tool)
    throw new McpError(
      ErrorCode.InvalidParams,
      `there is no tool named ${name.slice(0, 100)}: tools/list shows all tools`,
    )
  return call(tool, given)
}

export interface HttpResult {
  status: number
  /** JSON, or ''. */
  text: string
}

/** An error response in JSON-RPC, without a server. */
function badRequest(code: number, message: string, id: unknown = null): HttpResult {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return { status: 400, text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: known }) }
}

/** Each message may list all tools, which takes many times the size of the message. */
const MOST_MESSAGES = 20

interface Message {
  id?: unknown
  method?: unknown
}

/** The messages to answer, or an error response if they are not JSON-RPC. */
function checked(given: unknown): { messages: unknown } | HttpResult {
  const messages = [given].flat() as Message[]
  if (messages.length > MOST_MESSAGES) {
    return badRequest(ErrorCode.InvalidRequest, `A batch may have at most ${MOST_MESSAGES} messages.`)
  }
  if (messages.length === 0)
    return badRequest(ErrorCode.InvalidRequest, 'The batch is empty. Send at least one message.')
  const wrong = messages.find((message) => !JSONRPCMessageSchema.safeParse(message).success)
  if (wrong !== undefined) {
    return badRequest(ErrorCode.InvalidRequest, 'This is not a JSON-RPC 2.0 message.', wrong?.id)
  }
  const [first] = messages
  if (first?.method === 'initialize' && !isInitializeRequest(first)) {
    return badRequest(
      ErrorCode.InvalidParams,
      'The parameters of initialize are not valid: send protocolVersion, capabilities and clientInfo.',
      first.id,
    )
  }
  if (!Array.isArray(given)) return { messages: given }
  // The SDK never answers a cancelled request, so its batch would wait for ever.
  return { messages: messages.filter(({ method }) => method !== 'notifications/cancelled') }
}

/** Answers one POST. `headers` are the headers that the SDK checks. */
export async function answerMessages(
  given: unknown,
  headers: Record<string, string>,
  call: CallTool,
): Promise<HttpResult> {
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
  // The server needs no close: it has nothing open, and closing would create an error with a stack trace.
  return { status: response.status, text: await response.text() }
}
