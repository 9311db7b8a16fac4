import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { operations } from '../../generated/operations.js'
import { validators } from '../../generated/validators.js'
import type { Caller, Team } from '../../lib/accounts/account.js'
import type { Limits } from '../../lib/limits/limits.js'
import type { Services } from '../../lib/services.js'
import { type Authenticated, type NamedTeam, resolveTeam, TEAM_HEADER } from '../authentication.js'
import { type ApiRoute, checkRequest, routesOf } from '../check-request.js'
import { Faults } from '../faults.js'
import type { Handlers, Reply } from '../operation.js'
import { presentIdentity } from '../present.js'
import { problemOf } from '../problem.js'
import { tidyBody } from '../read-body.js'
import type { ParameterValues } from '../read-parameters.js'
import type { RequestRules } from '../request-rules.js'
import { takeTurn } from '../turns.js'
import type { Tool } from './tools.js'

/** The parts of the API that tools use. */
interface ToolApi {
  services: Pick<Services, 'accounts' | 'limits'>
  handlers: Handlers
  rules: RequestRules
}

const routes = routesOf({ operations, validators })

/** The HTTP request that contains a tool call. */
export interface ToolCallContext {
  /** The value of `X-Service-Team`, or ''. */
  team: string
  requestId: string
  /** Counts the call against the limits of the account. @throws AppError */
  authenticate(): Promise<Authenticated>
}

type Arguments = Record<string, unknown>

function resultOf(body: unknown): CallToolResult {
  return {
    structuredContent: body as Record<string, unknown>,
    content: [{ type: 'text', text: JSON.stringify(body) }],
  }
}

/** Reports an API error as a tool error: the assistant reads `code` and `message`. */
export const refusedTool = (error: Parameters<typeof problemOf>[0]): CallToolResult => ({
  ...resultOf(problemOf(error).body.error),
  isError: true,
})

/** Guesses which argument was meant: `q` for `query`, `episode_id` for `id`. */
const guessName = (name: string, known: readonly string[]) =>
  known.find((one) => one.includes(name) || name.startsWith(one))

function refuseUnknown(given: Arguments, { name: tool, inputSchema }: Tool, faults: Faults): void {
  const known = Object.keys(inputSchema.properties)
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const guess = guessName(name.toLowerCase(), known)
    const hint = guess ? `use ${guess}` : `its arguments are ${known.join(', ') || 'none'}`
    faults.add(name.slice(0, 100), `is not an argument of ${tool}: ${hint}`)
  }
}

/** The argument `team_id`, else the header. */
const namedTeam = (given: unknown, header: string): NamedTeam => ({
  ...(given === undefined ? { field: TEAM_HEADER, value: header } : { field: 'team_id', value: given }),
  required: 'is required with an account-scoped key, or send team_id: see list_teams',
  unknown: 'is not the id of a team that this key can act for: see list_teams',
})

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A value as it would be in an address. JSON may contain lone surrogates; they are replaced. */
const textOf = (value: unknown) => Buffer.from(String(value)).toString()

/** Converts arguments to parameters and a body, so that the API's own rules validate them. */
function requestOf(route: ApiRoute, given: Arguments, faults: Faults) {
  const parameters: ParameterValues = new Map()
  const rest = { ...given }
  for (const { name } of route.parameters) {
    const values = [rest[name] ?? []].flat()
    delete rest[name]
    if (!values.every(isScalar)) faults.add(name, 'must be a single value, or a list of them')
    else if (values.length > 0) parameters.set(name, values.map(textOf))
  }
  return { route, parameters, requestBody: route.body ? tidyBody(rest, route.body, faults) : undefined }
}

async function callOperation(
  tool: Tool,
  arguments_: Arguments,
  caller: Caller,
  context: ToolCallContext,
  { services, handlers, rules }: ToolApi,
): Promise<Reply> {
  const route = routes.find(({ id }) => id === tool.operationId)!
  const faults = new Faults()
  refuseUnknown(arguments_, tool, faults)
  // Null means that an argument is absent.
  const known = Object.entries(arguments_).filter(
    ([name, value]) => value !== null && Object.hasOwn(tool.inputSchema.properties, name),
  )
  const given: Arguments = Object.fromEntries(known)
  let team: Team | undefined
  if (route.teamScoped) {
    team = await resolveTeam(namedTeam(given.team_id, context.team), caller, services.accounts, faults)
    delete given.team_id
  }
  const request = checkRequest(requestOf(route, given, faults), rules, faults)
  if (faults.any) throw faults.toError()
  const handle = handlers[tool.operationId!] as (request: object) => Promise<Reply>
  await takeTurn()
  return handle({ ...request, caller, team, requestId: context.requestId })
}

/** Identity, plan, and the remaining requests and downloads, after this call. */
async function usageOf({ caller, state }: Authenticated, limits: Limits): Promise<CallToolResult> {
  const { requests, transcriptDownloads } = await limits.usage(caller.account)
  const testSends = caller.team && (await limits.testSends(caller.team.id))
  const at = (seconds: number) => new Date(seconds * 1000).toISOString()
  const left = ({ used, limit, reset }: typeof requests) => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset: at(reset),
  })
  return resultOf({
    identity: presentIdentity(caller),
    plan: caller.account.plan,
    limits: {
      per_minute: { limit: state.limit, remaining: state.remaining, reset: at(state.reset) },
      per_month: left(requests),
      transcript_downloads_per_month: left(transcriptDownloads),
      ...(testSends && { webhook_test_sends_per_hour: left(testSends) }),
    },
  })
}

/**
 * Calls a tool through the handler of its operation, so that rules, limits and results are those of the API.
 * @throws AppError
 */
export async function callTool(
  tool: Tool,
  given: Arguments,
  context: ToolCallContext,
  api: ToolApi,
): Promise<CallToolResult> {
  const authenticated = await context.authenticate()
  if (tool.operationId === undefined) {
    const faults = new Faults()
    refuseUnknown(given, tool, faults)
    if (faults.any) throw faults.toError()
    return usageOf(authenticated, api.services.limits)
  }
  const reply = await callOperation(tool, given, authenticated.caller, context, api)
  return resultOf('body' in reply ? reply.body : undefined)
}
