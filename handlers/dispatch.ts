import type { Context, Middleware } from 'koa'
import { type Admission, admit, clientAddress, resolveTeam } from './admission.js'
import { checkRequest, type Generated, type RequestRules, routesOf } from './check-request.js'
import { Faults } from './faults.js'
import { ApiCall, createOpenApiDispatcher } from './openapi-dispatcher.js'
import type { Reply } from './operation.js'
import { readBody } from './read-body.js'
import type { AnswerState } from './reply.js'

/** A description that is served: where, and what was generated from it. */
export interface Contract extends Generated {
  prefix: string
  /** Paths below the prefix that are left to the next middleware. */
  open: ReadonlySet<string>
}

/**
 * Admits a request, whether its path leads anywhere or not: a caller without a key does not learn which paths there
 * are, and every request of a key counts. Then reads and checks all of it, so that one answer names every fault.
 */
async function readRequest(call: ApiCall, admission: Admission, rules: RequestRules): Promise<void> {
  const { ctx, route, pathValues, rawQuery } = call
  const faults = new Faults()
  if (!route?.isOpen) {
    const { caller } = await admit(ctx, admission)
    call.caller = caller
    if (route?.teamScoped) call.team = await resolveTeam(ctx, caller, admission.accounts, faults)
  }
  if (!route) return
  const requestBody = route.body ? await readBody(ctx, route.body, faults) : undefined
  call.checked = checkRequest({ route, pathValues, rawQuery, requestBody }, rules, faults)
  if (faults.any) throw faults.toError()
}

/** The middleware of everything below the prefix of a description; it leaves any other path to the next. */
export async function createDispatcher(
  contract: Contract,
  handlers: object,
  admission: Admission,
  rules: RequestRules,
): Promise<Middleware> {
  const { prefix, open } = contract
  const implementations = handlers as Record<string, (request: object) => Promise<Reply>>
  const dispatch = await createOpenApiDispatcher(
    routesOf(contract),
    (call) => readRequest(call, admission, rules),
    (operationId, { ctx, caller, team, checked }) =>
      implementations[operationId]!({
        ...checked,
        caller,
        team,
        requestId: (ctx.state as AnswerState).requestId,
        clientAddress: clientAddress(ctx, admission.trustProxy),
      }),
  )
  return async (ctx: Context, next) => {
    const { path, query } = splitTarget(ctx.req.url ?? '/')
    const isOurs = path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
    if (!isOurs || open.has(path)) return next()
    const state = ctx.state as AnswerState
    const call = new ApiCall(ctx, path.slice(prefix.length), query)
    try {
      state.reply = await dispatch(call)
    } finally {
      state.operation = call.route?.id ?? 'none'
      state.caller = call.caller
    }
  }
}

/** A proxy may send the whole address as the target of a request. */
function splitTarget(target: string): { path: string; query: string } {
  const plain = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const border = plain.indexOf('?')
  return border < 0
    ? { path: plain, query: '' }
    : { path: plain.slice(0, border), query: plain.slice(border + 1) }
}
