// Everything that adapts openapi-backend. The library dispatches: it finds the operation of a request, or
// answers 404 or 405. It gets a router and no validator, because its own router rebuilds all operations and
// compiles a regular expression per path on every request (200 to 300 µs), and its own validator compiles
// schemas at start-up and parses each request again. Generated code validates instead.
import type { Context } from 'koa'
import {
  type Document,
  OpenAPIBackend,
  OpenAPIRouter,
  type Operation,
  type ParsedRequest,
  type Request,
} from 'openapi-backend'
import type { Team } from '../lib/accounts/account.js'
import { AppError } from '../lib/errors.js'
import type { ApiRoute, CheckedRequest } from './check-request.js'
import type { Reply } from './operation.js'

/** One request on its way through openapi-backend, with what routing and validation add to it. */
export class ApiCall {
  readonly method: string
  route: ApiRoute | undefined
  /** Path parameters, still percent-encoded. */
  pathValues: Record<string, string> = {}
  /** The methods that the path supports, if it does not support the request's method. */
  allowedMethods: string[] = []
  team: Team | undefined
  checked: CheckedRequest | undefined

  constructor(
    readonly ctx: Context,
    /** The path below the prefix of the description. */
    readonly path: string,
    /** The query string without `?`. */
    readonly rawQuery: string,
    /** The turn that the request took before it was read. */
    readonly turn: number,
  ) {
    this.method = ctx.method
  }
}

const pathOf = ({ segments }: ApiRoute) => `/${segments.join('/')}`

interface Path {
  pattern: RegExp
  routes: Map<string, ApiRoute>
}

/** Paths in matching order: literal segments before parameters, because `{` sorts after all letters. */
export function pathsOf(routes: readonly ApiRoute[]): Path[] {
  return [...new Set(routes.map(pathOf))].sort().map((path) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    routes: new Map(routes.filter((route) => pathOf(route) === path).map((route) => [route.method, route])),
  }))
}

/** The library needs a description; the router knows the operations. */
const definition: Document = { openapi: '3.1.0', info: { title: 'Overheard', version: '1.0.0' }, paths: {} }

class Router extends OpenAPIRouter {
  private readonly paths: readonly Path[]
  private readonly operations: Map<string, Operation>

  constructor(routes: readonly ApiRoute[]) {
    super({ definition })
    this.paths = pathsOf(routes)
    this.operations = new Map(
      routes.map((route) => [
        route.id,
        { operationId: route.id, method: route.method, path: pathOf(route), responses: {} },
      ]),
    )
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.operations.get(operationId)
  }

  /** @throws Error whose message begins with 404 or 405, by which openapi-backend chooses its handler */
  override matchOperation(request: unknown): Operation {
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

  /** Parsing waits until the caller is authenticated. */
  override parseRequest(request: unknown): ParsedRequest {
    return request as ParsedRequest
  }
}

/**
 * Returns a function that dispatches requests to operations.
 * @param read called before the operation, also for unknown paths
 */
export async function createOpenApiDispatcher(
  routes: readonly ApiRoute[],
  read: (call: ApiCall) => Promise<void>,
  handle: (operationId: string, call: ApiCall) => Promise<Reply>,
): Promise<(call: ApiCall) => Promise<Reply>> {
  const backend = new OpenAPIBackend({ definition, quick: true, validate: false, strict: true })
  await backend.init()
  backend.router = new Router(routes)
  backend.register({
    ...Object.fromEntries(routes.map(({ id }) => [id, (_: unknown, call: ApiCall) => handle(id, call)])),
    postRoutingHandler: (_: unknown, call: ApiCall) => read(call),
    notFound: () => Promise.reject(new AppError('not_found')),
    methodNotAllowed: (_: unknown, { allowedMethods }: ApiCall) =>
      Promise.reject(new AppError('method_not_allowed', { headers: { Allow: allowedMethods.join(', ') } })),
  })
  return (call) => backend.handleRequest(call as unknown as Request, call)
}
