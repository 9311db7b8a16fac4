import type { Context, Middleware } from 'koa'
import { AppError } from '../../lib/errors.js'
import type { Services } from '../../lib/services.js'
import { type Admission, admit, clientAddress, TEAM_HEADER } from '../admission.js'
import { JsonFault, parseJson } from '../parse-json.js'
import { asAppError } from '../problem.js'
import { bodyErrorMessage, readBytes } from '../read-bytes.js'
import type { ResponseState } from '../reply.js'
import type { Calling, ToolApi } from './call-tool.js'
import { isForeignOrigin } from './origin.js'
import type { Answer, Call } from './protocol.js'

const PATH = '/mcp'

/** JSON-RPC's own error codes. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

const JSON_TYPE = 'application/json; charset=utf-8'

function write(ctx: Context, { status, text }: Answer): void {
  ctx.status = status
  if (text !== '') ctx.type = JSON_TYPE
  ctx.body = text
}

function refuse(ctx: Context, status: number, code: number, message: string): void {
  write(ctx, { status, text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) })
}

async function readMessages(ctx: Context): Promise<{ messages: unknown } | undefined> {
  try {
    return { messages: parseJson(await readBytes(ctx.req)) }
  } catch (error) {
    if (error instanceof JsonFault) return void refuse(ctx, 400, PARSE_ERROR, `The request ${error.message}.`)
    const { status = 400 } = error as { status?: number }
    return void refuse(ctx, status, INVALID_REQUEST, `The request ${bodyErrorMessage(error)}.`)
  }
}

/** A single call of a tool is told about limits as an error of the tool, which an assistant reads. */
const isCall = (messages: unknown) => (messages as { method?: unknown } | null)?.method === 'tools/call'

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'rate_limited') return error
  throw error
}

/** The headers that the protocol asks about. Clients that forget what they accept get JSON all the same. */
function protocolHeaders(ctx: Context): Record<string, string> {
  const version = ctx.get('MCP-Protocol-Version')
  return {
    accept: 'application/json, text/event-stream',
    'content-type': ctx.get('Content-Type') || 'application/json',
    ...(version !== '' && { 'mcp-protocol-version': version }),
  }
}

/** The SDK is large and needed by few: it is loaded at the first request. */
async function load() {
  const [protocol, tools] = await Promise.all([import('./protocol.js'), import('./call-tool.js')])
  return { ...protocol, ...tools }
}

/** The Model Context Protocol over streamable HTTP, without sessions. Every POST counts as one request at least. */
export function servesMcp({ logger, config, place }: Services, api: ToolApi): Middleware {
  const { accounts, limits } = api
  const admission: Admission = { accounts, limits, trustProxy: config.trustProxy }
  let loaded: ReturnType<typeof load> | undefined

  return async (ctx, next) => {
    if (ctx.path !== PATH) return next()
    const state = ctx.state as ResponseState
    state.operation = 'mcp'
    if (ctx.method !== 'POST') throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
    if (isForeignOrigin(ctx.get('Origin'), ctx.host, place.baseUrl)) {
      return refuse(ctx, 403, INVALID_REQUEST, 'Pages of this origin may not use the server.')
    }
    state.caller = await accounts.authenticate(
      ctx.get('Authorization'),
      clientAddress(ctx, config.trustProxy),
    )
    const first = await admit(ctx, admission).catch(asRefusal)
    const read = await readMessages(ctx)
    if (!read) return
    if (first instanceof AppError && !isCall(read.messages)) throw first

    loaded ??= load()
    const { answerMessages, callTool, refusedTool } = await loaded
    let isFirst = true
    const calling: Calling = {
      team: ctx.get(TEAM_HEADER),
      requestId: state.requestId,
      // The first call of a tool is the request that was counted already.
      async admit() {
        if (!isFirst) return admit(ctx, admission)
        isFirst = false
        if (first instanceof AppError) throw first
        return first
      },
    }
    const call: Call = async (tool, given) => {
      state.tool = tool.name
      return callTool(tool, given, calling, api).catch((error) =>
        refusedTool(asAppError(error, logger, state.requestId)),
      )
    }
    write(ctx, await answerMessages(read.messages, protocolHeaders(ctx), call))
  }
}
