import { type Document, OpenAPIValidator, type Request, type ValidationResult } from 'openapi-backend'
import type { Validate } from '../generated/validators.js'
import type { ApiCall, ApiRoute } from './api-call.js'
import type { BodyRules } from './body-rules.js'
import type { Faults } from './faults.js'
import type { QueryRules } from './query-rules.js'
import { readPath } from './read-parameters.js'

const VALID: ValidationResult<Request> = { valid: true, errors: null }
const INVALID: ValidationResult<Request> = { valid: false, errors: [] }

/** What the description cannot say of a request. */
export interface RequestRules {
  bodies: BodyRules
  queries: QueryRules
}

/** A request as it was sent. */
interface SentRequest {
  route: ApiRoute
  /** Percent-encoded. */
  pathValues: Record<string, string>
  rawQuery: string
  requestBody: unknown
}

/** Reads and checks all of a request. Everything that is wrong is named in `faults`. */
export function checkRequest(
  { route, pathValues, rawQuery, requestBody }: SentRequest,
  rules: RequestRules,
  faults: Faults,
): { params: Record<string, string>; query: Record<string, string>; body: unknown } {
  const check = (validate: Validate | null, value: unknown) => {
    if (validate && !validate(value)) faults.addAll(validate.errors, 'body')
  }
  const params = readPath(route.parameters, pathValues, faults)
  const query = route.queryReader.read(rawQuery, faults)
  check(route.validators.params, params)
  check(route.validators.query, query)
  faults.addFields(rules.queries[route.id]?.(query))
  if (requestBody !== undefined) {
    check(route.validators.body, requestBody)
    faults.addFields(rules.bodies[route.id]?.(requestBody as Record<string, unknown>))
  }
  return {
    params: params as Record<string, string>,
    query: query as Record<string, string>,
    body: requestBody,
  }
}

/**
 * Takes the place of openapi-backend's validator, which compiles its schemas at the start and parses
 * the request again. Everything that is wrong is gathered in `call.faults`.
 */
export class RequestValidator extends OpenAPIValidator {
  constructor(
    definition: Document,
    private readonly rules: RequestRules,
  ) {
    super({ definition, lazyCompileValidators: true })
  }

  override validateRequest(request: Request): ValidationResult<Request> {
    const call = request as ApiCall
    const { route, pathValues, rawQuery, requestBody, faults } = call
    if (!route) return INVALID
    const { params, query } = checkRequest({ route, pathValues, rawQuery, requestBody }, this.rules, faults)
    call.params = params
    call.query = query
    return faults.any ? INVALID : VALID
  }
}
