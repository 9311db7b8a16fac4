// All that adapts openapi-backend. It dispatches: a request goes to its operation, or is refused with 404 or 405, in
// the library's order of steps. What it would do slowly at every request is done by generated code instead: its router
// builds all operations and a regular expression for each path anew (200 to 300 µs), its validator compiles schemas at
// the start and parses each request again. So it gets a router of ours and no validator.
import type { Context } from 'koa'
import {
  type Document,
  OpenAPIBackend,
  OpenAPIRouter,
  type Operation,
  type ParsedRequest,
} from 'openapi-backend'
import type { Caller, Team } from '../lib/accounts/account.js'
import { AppError } from '../lib/errors.js'
import type { ApiRoute, CheckedRequest } from './check-request.js'
import type { Reply } from './operation.js'

/** One request on its way through openapi-backend. What is found out on the way is written here. */
export class ApiCall implements ParsedRequest {
  readonly method: string
  readonly headers = {}
  readonly cookies = {}
  readonly params = {}
  readonly query = {}
  readonly requestBody = undefined
  route: ApiRoute | undefined
  /** As they stand in the path, still percent-encoded. */
  pathValues: Record<string, string> = {}
  /** What the path takes, where the method of the request is not among it. */
  allowedMethods: string[] = []
  caller: Caller | undefined
  team: Team | undefined
  checked: CheckedRequest | undefined

  constructor(
    readonly ctx: Context,
    /** Below the prefix of the description. */
    readonly path: string,
    /** What stands behind the question mark. */
    readonly rawQuery: string,
  ) {
    this.method = ctx.method
  }
}

const pathOf = ({ segments }: ApiRoute) => `/${segments.join('/')}`

/** As much of a description as openapi-backend needs to know the operations by their ids. */
function definitionOf(routes: readonly ApiRoute[]): Document {
  const paths: Record<string, object> = {}
  for (const route of routes) {
    const operation = { operationId: route.id, responses: {} }
    paths[pathOf(route)] = { ...paths[pathOf(route)], [route.method.toLowerCase()]: operation }
  }
  return { openapi: '3.1.0', info: { title: 'Overheard', version: '1.0.0' }, paths } as Document
}

interface Path {
  pattern: RegExp
  routes: Map<string, ApiRoute>
}

/** Literal segments go before parameters: `{` sorts behind all letters. */
export function pathsOf(routes: readonly ApiRoute[]): Path[] {
  return [...new Set(routes.map(pathOf))].sort().map((path) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    routes: new Map(routes.filter((route) => pathOf(route) === path).map((route) => [route.method, route])),
  }))
}

class Router extends OpenAPIRouter {
  private readonly paths: readonly Path[]
  private readonly operations: Map<string, Operation>

  constructor(definition: Document, routes: readonly ApiRoute[]) {
    super({ definition })
    this.paths = pathsOf(routes)
    this.operations = new Map(super.getOperations().map((operation) => [operation.operationId!, operation]))
  }

  override getOperations(): Operation[] {
    return [...this.operations.values()]
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.operations.get(operationId)
  }

  /** @throws Error beginning with 404 or 405, which openapi-backend turns into its handlers of that name */
  override matchOperation(request: object): Operation {
    const call = request as ApiCall
    for (const { pattern, routes } of this.paths) {
      const found = pattern.exec(call.path)
      if (!found) continue
      call.route = routes.get(call.method === 'HEAD' ? 'GET' : call.method)
      if (call.route) {
        call.pathValues = found.groups ?? {}
        return this.operations.get(call.route.id)!
      }
      call.allowedMethods = routes.has('GET') ? ['HEAD', ...routes.keys()] : [...routes.keys()]
      throw new Error('405-methodNotAllowed')
    }
    throw new Error('404-notFound')
  }

  /** A request is read only when it is known who sends it. */
  override parseRequest(request: object): ParsedRequest {
    return request as ApiCall
  }
}

/**
 * Sends requests to the operations of a description.
 * @param read what is done with every request before, also where its path leads nowhere
 */
export async function createOpenApiDispatcher(
  routes: readonly ApiRoute[],
  read: (call: ApiCall) => Promise<void>,
  handle: (operationId: string, call: ApiCall) => Promise<Reply>,
): Promise<(call: ApiCall) => Promise<Reply>> {
  const definition = definitionOf(routes)
  const backend = new OpenAPIBackend({ definition, quick: true, validate: false, strict: true })
  await backend.init()
  backend.router = new Router(definition, routes)
  // Only now: the library's own router would make a list of all operations for each name.
  backend.register({
    ...Object.fromEntries(routes.map(({ id }) => [id, (_: unknown, call: ApiCall) => handle(id, call)])),
    postRoutingHandler: (_: unknown, call: ApiCall) => read(call),
    notFound: () => Promise.reject(new AppError('not_found')),
    methodNotAllowed: (_: unknown, { allowedMethods }: ApiCall) =>
      Promise.reject(new AppError('method_not_allowed', { headers: { Allow: allowedMethods.join(', ') } })),
  })
  return (call) => backend.handleRequest(call, call)
}
