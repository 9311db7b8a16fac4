import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import { tryUrl } from '../../lib/net/try-url.js'
import type { Services } from '../../lib/services.js'
import { authenticate, TEAM_HEADER } from '../authentication.js'
import type { Handlers } from '../operation.js'
import { JsonFault, parseJsonInTurn } from '../parse-json.js'
import { asAppError } from '../problem.js'
import { bodyErrorMessage, readBytes } from '../read-bytes.js'
import type { ResponseState } from '../reply.js'
import { requestRules } from '../request-rules.js'
import type { ToolCallContext } from './call-tool.js'
import type { CallTool, HttpResult } from './protocol.js'

const PATH = '/mcp'

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

const JSON_TYPE = 'application/json; charset=utf-8'

function write(ctx: Context, { status, text }: HttpResult): void {
  ctx.status = status
  if (text !== '') ctx.type = JSON_TYPE
  ctx.body = text
}

function refuse(ctx: Context, status: number, code: number, message: string): void {
  write(ctx, { status, text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) })
}

/** Accepts host names as they appear in URLs, with IPv6 in brackets. */
const isLocalName = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0

/**
 * Whether a web page of another site sent the request. The server's own pages have its public address as
 * origin. They may also have the requested host as origin, but only if that is an IP address or `localhost`:
 * the owner of a page could point any other name at this server.
 */
function isForeignOrigin(origin: string, host: string, baseUrl: string): boolean {
  if (origin === '') return false
  const from = tryUrl(origin)
  if (!from) return true
  if (from.origin === new URL(baseUrl).origin) return false
  return from.host !== host || !isLocalName(from.hostname)
}

async function readMessages(ctx: Context): Promise<{ messages: unknown } | undefined> {
  try {
    return { messages: await parseJsonInTurn(await readBytes(ctx.req)) }
  } catch (error) {
    if (error instanceof JsonFault) return void refuse(ctx, 400, PARSE_ERROR, `The request ${error.message}.`)
    const { status = 400 } = error as { status?: number }
    return void refuse(ctx, status, INVALID_REQUEST, `The request ${bodyErrorMessage(error)}.`)
  }
}

/** A single tool call reports a used-up limit as a tool error, which the assistant can read. */
const isCall = (messages: unknown) => (messages as { method?: unknown } | null)?.method === 'tools/call'

/** The headers that the SDK checks. Clients that send no `Accept` get JSON. */
function sdkHeaders(ctx: Context): Record<string, string> {
  const version = ctx.get('MCP-Protocol-Version')
  return {
    accept: 'application/json, text/event-stream',
    'content-type': ctx.get('Content-Type') || 'application/json',
    ...(version !== '' && { 'mcp-protocol-version': version }),
  }
}

/** The SDK is large, so it is loaded at the first request. */
async function load() {
  const [protocol, tools] = await Promise.all([import('./protocol.js'), import('./call-tool.js')])
  return { ...protocol, ...tools }
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions. Each POST counts as at least one request.
 */
export function mcpMiddleware(services: Services, handlers: Handlers): Middleware {
  const { logger, publicAddress } = services
  const api = { services, handlers, rules: requestRules(services) }
  let loaded: ReturnType<typeof load> | undefined

  return async (ctx, next) => {
    if (ctx.path !== PATH) return next()
    const state = ctx.state as ResponseState
    state.operation = 'mcp'
    if (ctx.method !== 'POST') throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
    if (isForeignOrigin(ctx.get('Origin'), ctx.host, publicAddress.baseUrl)) {
      return refuse(ctx, 403, INVALID_REQUEST, 'Web pages of this origin may not use this server.')
    }
    // A valid key beyond a limit: a single tool call answers that itself. Too many bad keys end here.
    const first = await authenticate(ctx, services).catch((error) => {
      if (state.caller && error instanceof AppError && error.code === 'rate_limited') return error
      throw error
    })
    const read = await readMessages(ctx)
    if (!read) return
    if (first instanceof AppError && !isCall(read.messages)) throw first

    loaded ??= load()
    const { answerMessages, callTool, refusedTool } = await loaded
    let isFirstCall = true
    const context: ToolCallContext = {
      team: ctx.get(TEAM_HEADER),
      requestId: state.requestId,
      // The POST itself has already counted as the first tool call.
      async authenticate() {
        if (!isFirstCall) return authenticate(ctx, services)
        isFirstCall = false
        if (first instanceof AppError) throw first
        return first
      },
    }
    const call: CallTool = async (tool, given) => {
      state.tool = tool.name
      return callTool(tool, given, context, api).catch((error) =>
        refusedTool(asAppError(error, logger, state.requestId)),
      )
    }
    write(ctx, await answerMessages(read.messages, sdkHeaders(ctx), call))
  }
}
