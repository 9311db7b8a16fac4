import {
  type DescribedOperation,
  type Description,
  type Parameter,
  type Schema,
  withoutAnnotations,
} from './description.js'

const TEAM_HEADER = 'X-Service-Team'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const PREFIX = '/api/v1'

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
  /** Its schema has annotations. */
  body: { required: boolean; schema: Schema } | null
  /** The JSON of a successful response, if it has any. */
  result: Schema | undefined
}

/** The operations of a description without `$ref`. */
export function listOperations(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as Parameter[]
    return METHODS.filter((method) => item[method] !== undefined).map((method) =>
      readOperation({ path, method, shared, described: item[method] as DescribedOperation }),
    )
  })
}

interface Place {
  path: string
  method: string
  shared: Parameter[]
  described: DescribedOperation
}

function readOperation({ path, method, shared, described }: Place): Operation {
  const parameters = [...shared, ...(described.parameters ?? [])].map((parameter) => ({
    ...parameter,
    schema: withoutAnnotations(parameter.schema),
  }))
  const { responses } = described
  const result = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    tag: described.tags[0] ?? '',
    isOpen: described.security?.length === 0,
    teamScoped: parameters.some((parameter) => parameter.in === 'header' && parameter.name === TEAM_HEADER),
    parameters: parameters.filter((parameter) => parameter.in !== 'header'),
    body: readBody(described),
    result: result && withoutAnnotations(result),
  }
}

function readBody({ operationId, requestBody }: DescribedOperation): Operation['body'] {
  if (!requestBody) return null
  const schema = requestBody.content['application/json']?.schema
  if (!schema) throw new Error(`${operationId} has a body that is not JSON`)
  return { required: requestBody.required === true, schema }
}
