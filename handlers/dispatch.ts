import type { Context, Middleware } from 'koa'
import { type Context as ApiContext, type Document, OpenAPIBackend } from 'openapi-backend'
import type { RequestValidators } from '../generated/validators.js'
import { AppError } from '../lib/errors.js'
import { type Admission, admit, clientAddress, resolveTeam } from './admission.js'
import { ApiCall, type ApiRoute, type DescribedOperation } from './api-call.js'
import type { Reply } from './operation.js'
import { readBody } from './read-body.js'
import { QueryReader } from './read-parameters.js'
import type { AnswerState } from './reply.js'
import { type RequestRules, RequestValidator } from './request-validator.js'
import { TrieRouter } from './trie-router.js'

/** A description that is served: where, and what was generated from it. */
export interface Contract {
  prefix: string
  operations: readonly DescribedOperation[]
  validators: Record<string, RequestValidators>
  /** Paths below the prefix that are left to the next middleware. */
  open: ReadonlySet<string>
}

export const routesOf = ({ operations, validators }: Contract): ApiRoute[] =>
  operations.map((operation) => ({
    ...operation,
    queryReader: new QueryReader(operation.parameters),
    validators: validators[operation.id]!,
  }))

/** As much of the description as openapi-backend needs to register and dispatch; the rest is in generated code. */
function definition({ operations }: Contract): Document {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { id, method, segments } of operations) {
    const path = `/${segments.join('/')}`
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: id, responses: {} } }
  }
  return { openapi: '3.1.0', info: { title: 'Overheard', version: '1.0.0' }, paths } as Document
}

type Implementation = (request: object) => Promise<Reply>

/** Hands the checked request to the function that carries the operation out. */
function callHandler(handle: Implementation, { trustProxy }: Admission) {
  return (_: ApiContext, call: ApiCall) =>
    handle({
      query: call.query,
      params: call.params,
      body: call.requestBody,
      caller: call.caller,
      team: call.team,
      requestId: call.requestId,
      clientAddress: clientAddress(call.ctx, trustProxy),
    })
}

async function createBackend(
  contract: Contract,
  handlers: object,
  admission: Admission,
  rules: RequestRules,
): Promise<OpenAPIBackend> {
  const document = definition(contract)
  const backend = new OpenAPIBackend({
    definition: document,
    quick: true,
    validate: false,
    strict: true,
  })
  await backend.init()
  backend.router = new TrieRouter(document, routesOf(contract))
  backend.validator = new RequestValidator(document, rules)
  backend.validate = true
  // Only now: the library's own router would make a list of all operations for each name.
  backend.register({
    ...Object.fromEntries(
      Object.entries(handlers).map(([id, handle]) => [id, callHandler(handle as Implementation, admission)]),
    ),
    // Found or not: who has no key is not told which paths there are, and everybody else's requests count.
    postRoutingHandler: (_, call: ApiCall) => readRequest(call, admission),
    validationFail: (_, call: ApiCall) => Promise.reject(call.faults.toError()),
    notFound: () => Promise.reject(new AppError('not_found')),
    methodNotAllowed: (_, { allowedMethods }: ApiCall) =>
      Promise.reject(new AppError('method_not_allowed', { headers: { Allow: allowedMethods.join(', ') } })),
  })
  return backend
}

/** What must be waited for before the request can be judged: its caller, its team and its body. */
async function readRequest(call: ApiCall, admission: Admission): Promise<void> {
  const { ctx, route, faults } = call
  if (!route?.isOpen) {
    const { caller } = await admit(ctx, admission)
    call.caller = caller
    if (route?.teamScoped) call.team = await resolveTeam(ctx, caller, admission.accounts, faults)
  }
  if (route?.body) call.requestBody = await readBody(ctx, route.body, faults)
}

/** The middleware of everything below the prefix of a description; it leaves any other path to the next. */
export async function createDispatcher(
  contract: Contract,
  handlers: object,
  admission: Admission,
  rules: RequestRules,
): Promise<Middleware> {
  const { prefix, open } = contract
  const backend = await createBackend(contract, handlers, admission, rules)
  return async (ctx: Context, next) => {
    const { path, query } = splitTarget(ctx.req.url ?? '/')
    const isOurs = path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
    if (!isOurs || open.has(path)) return next()
    const state = ctx.state as AnswerState
    const call = new ApiCall(ctx, path.slice(prefix.length), query, state.requestId)
    try {
      state.reply = await backend.handleRequest(call, call)
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
