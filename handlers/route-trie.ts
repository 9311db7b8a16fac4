/** What a route needs for being found; a segment in braces is a parameter. */
export interface Routed {
  readonly method: string
  readonly segments: readonly string[]
}

interface Node<Route> {
  literals: Map<string, Node<Route>>
  parameter: { name: string; node: Node<Route> } | null
  routes: Map<string, Route>
}

export type RouteMatch<Route> =
  /** `values` are the parameters as they stand in the path, still percent-encoded. */
  | { route: Route; values: Record<string, string> }
  /** The path is known, with other methods only. */
  | { allowed: string[] }

const emptyNode = <Route>(): Node<Route> => ({ literals: new Map(), parameter: null, routes: new Map() })

/** Finds routes by the segments of a path. A literal segment goes before a parameter. */
export class RouteTrie<Route extends Routed> {
  readonly #root = emptyNode<Route>()

  constructor(routes: Iterable<Route>) {
    for (const route of routes) this.#add(route)
  }

  /** `path` begins with a slash. HEAD is found as GET. */
  find(method: string, path: string): RouteMatch<Route> | undefined {
    const values: Record<string, string> = {}
    const node = descend(this.#root, path.split('/'), 1, values)
    if (!node) return undefined
    const route = node.routes.get(method === 'HEAD' ? 'GET' : method)
    if (route) return { route, values }
    const methods = [...node.routes.keys()]
    return { allowed: methods.includes('GET') ? ['HEAD', ...methods] : methods }
  }

  #add(route: Route): void {
    let node = this.#root
    for (const segment of route.segments) node = childOf(node, segment)
    node.routes.set(route.method, route)
  }
}

function childOf<Route>(node: Node<Route>, segment: string): Node<Route> {
  if (segment.startsWith('{')) {
    node.parameter ??= { name: segment.slice(1, -1), node: emptyNode() }
    return node.parameter.node
  }
  const child = node.literals.get(segment) ?? emptyNode<Route>()
  node.literals.set(segment, child)
  return child
}

function descend<Route>(
  node: Node<Route>,
  segments: string[],
  at: number,
  values: Record<string, string>,
): Node<Route> | undefined {
  if (at === segments.length) return node.routes.size > 0 ? node : undefined
  const segment = segments[at]!
  const literal = node.literals.get(segment)
  const found = literal && descend(literal, segments, at + 1, values)
  if (found) return found
  if (!node.parameter || segment === '') return undefined
  const below = descend(node.parameter.node, segments, at + 1, values)
  if (below) values[node.parameter.name] = segment
  return below
}
