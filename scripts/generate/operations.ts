import {
  type DescribedOperation,
  type Description,
  inline,
  type Parameter,
  resolve,
  type Schema,
} from './description.js'

export const TEAM_HEADER = 'X-Service-Team'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const PREFIX = '/api/v1'

/** An operation with every `$ref` resolved. */
export interface Operation {
  id: string
  method: string
  /** Below `/api/v1`, as the description writes it. */
  path: string
  tag: string
  /** Whether it needs no key. */
  isOpen: boolean
  teamScoped: boolean
  parameters: Parameter[]
  body: { required: boolean; schema: Schema } | null
  successStatuses: number[]
}

export function listOperations(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as Parameter[]
    return METHODS.filter((method) => item[method] !== undefined).map((method) =>
      readOperation(description, { path, method, shared, described: item[method] as DescribedOperation }),
    )
  })
}

interface Place {
  path: string
  method: string
  shared: Parameter[]
  described: DescribedOperation
}

function readOperation(description: Description, { path, method, shared, described }: Place): Operation {
  const parameters = [...shared, ...(described.parameters ?? [])]
    .map((parameter) => resolve<Parameter>(description, parameter))
    .map((parameter) => ({ ...parameter, schema: inline(description, parameter.schema) }))
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    tag: described.tags[0] ?? '',
    isOpen: described.security?.length === 0,
    teamScoped: parameters.some((parameter) => parameter.in === 'header' && parameter.name === TEAM_HEADER),
    parameters: parameters.filter((parameter) => parameter.in !== 'header'),
    body: readBody(description, described),
    successStatuses: Object.keys(described.responses)
      .map(Number)
      .filter((status) => status >= 200 && status < 300),
  }
}

function readBody(description: Description, described: DescribedOperation): Operation['body'] {
  if (!described.requestBody) return null
  const body = resolve<{ required?: boolean; content: Record<string, { schema: Schema }> }>(
    description,
    described.requestBody,
  )
  const schema = body.content['application/json']?.schema
  if (!schema) throw new Error(`${described.operationId} has a body that is not JSON`)
  return { required: body.required === true, schema: inline(description, schema) }
}
