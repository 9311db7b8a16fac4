import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { operations } from '../../generated/operations.js'
import { invalidInput } from '../../lib/errors.js'
import type { Limits } from '../../lib/limits/limits.js'
import type { Admitted } from '../admission.js'
import { presentIdentity } from '../present/identity.js'
import { problemOf } from '../problem.js'
import type { InProcessAnswer, InProcessRequest } from './in-process.js'
import { type Places, placesOf, type Tool } from './tools.js'

/** Whose request a tool is called in, and how it reaches the API. */
export interface Calling {
  limits: Limits
  authorization: string
  /** What `X-Service-Team` says. */
  team: string | undefined
  /** Sends a request of this caller to the API. */
  send(request: InProcessRequest): Promise<InProcessAnswer>
  /** Counts a request of this caller; throws what refuses it. */
  admit(): Promise<Admitted>
}

type Arguments = Record<string, unknown>

const API = '/api/v1'

function resultOf(body: unknown): CallToolResult {
  return {
    structuredContent: body as Record<string, unknown>,
    content: [{ type: 'text', text: JSON.stringify(body) }],
  }
}

/** The API's answer; an error of it becomes a tool error, so that an assistant reads `code` and `message`. */
function answerOf({ status, body }: Pick<InProcessAnswer, 'status' | 'body'>): CallToolResult {
  if (status < 300) return resultOf(body)
  return { ...resultOf((body as { error: unknown }).error), isError: true }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** No argument of any tool is a list in a list. */
function nestsDeeply(value: unknown, depth = 4): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => nestsDeeply(inner, depth - 1))
}

/** What no path or query can carry, so that the API could not complain about it. */
function faultsOf(given: Arguments, { path, query, hasBody }: Places): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const name of path) {
    if (given[name] === undefined || given[name] === null) faults[name] = ['is required']
    else if (!isScalar(given[name]) || given[name] === '') faults[name] = ['must be a UUID']
  }
  if (hasBody && nestsDeeply(given)) faults.body = ['is nested too deeply']
  for (const name of query) {
    const values = [given[name] ?? []].flat()
    if (!values.every(isScalar)) faults[name] = ['must be a single value, or a list of them']
  }
  return faults
}

/** Half a character (JSON can spell one) has no place in an address. */
const asSegment = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString())

/** What belongs neither in the path nor in the query. */
function bodyOf({ path, query }: Places, given: Arguments): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(given).filter(([name]) => !query.has(name) && !path.has(name))),
  )
}

/** Arguments as a request of the operation behind the tool; what is null is left out of the query. */
function requestOf(tool: Tool, places: Places, given: Arguments, calling: Calling): InProcessRequest {
  const operation = operations.find(({ id }) => id === tool.operationId)!
  const segments = operation.segments.map((segment) =>
    segment.startsWith('{') ? asSegment(given[segment.slice(1, -1)]) : segment,
  )
  const query = new URLSearchParams()
  for (const name of places.query) {
    for (const value of [given[name] ?? []].flat()) query.append(name, String(value))
  }
  return {
    method: operation.method,
    target: `${API}/${segments.join('/')}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      authorization: calling.authorization,
      ...(calling.team === undefined ? {} : { 'x-service-team': calling.team }),
    },
    body: places.hasBody ? bodyOf(places, given) : undefined,
  }
}

/** Identity, plan, and what is left of each limit, this call counted. */
async function usageOf({ admit, limits }: Calling): Promise<CallToolResult> {
  const { caller, state } = await admit()
  const { requests, transcriptDownloads } = await limits.usage(caller.account)
  const testSends = caller.team && (await limits.testSends(caller.team.id))
  const left = ({ used, limit, reset }: typeof requests) => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset,
  })
  return resultOf({
    identity: presentIdentity(caller),
    plan: caller.account.plan,
    limits: {
      per_minute: { limit: state.limit, remaining: state.remaining, reset: state.reset },
      per_month: left(requests),
      transcript_downloads_per_month: left(transcriptDownloads),
      ...(testSends && { webhook_test_sends_per_hour: left(testSends) }),
    },
  })
}

/**
 * Calls a tool: its operation carries it out, so that rules, limits and answers are those of the API.
 * @throws AppError what refuses a call that did not get as far as the API
 */
export async function callTool(tool: Tool, given: Arguments, calling: Calling): Promise<CallToolResult> {
  if (tool.operationId === undefined) return usageOf(calling)
  const places = placesOf(tool.operationId)
  const faults = faultsOf(given, places)
  if (Object.keys(faults).length > 0) {
    await calling.admit()
    return answerOf(problemOf(invalidInput(faults)))
  }
  return answerOf(await calling.send(requestOf(tool, places, given, calling)))
}

/** How a refusal that was thrown looks to the assistant. */
export const refusedTool = (error: Parameters<typeof problemOf>[0]): CallToolResult =>
  answerOf(problemOf(error))
