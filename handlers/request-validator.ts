import { type Document, OpenAPIValidator, type Request, type ValidationResult } from 'openapi-backend'
import type { Validate } from '../generated/validators.js'
import type { ApiCall } from './api-call.js'
import type { BodyRules } from './body-rules.js'
import type { QueryRules } from './query-rules.js'
import { readPath } from './read-parameters.js'

const VALID: ValidationResult<Request> = { valid: true, errors: null }
const INVALID: ValidationResult<Request> = { valid: false, errors: [] }

/** What the description cannot say of a request. */
export interface RequestRules {
  bodies: BodyRules
  queries: QueryRules
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
    const { route, faults } = call
    if (!route) return INVALID
    const params = readPath(route.parameters, call.pathValues, faults)
    const query = route.queryReader.read(call.rawQuery, faults)
    check(call, route.validators.params, params)
    check(call, route.validators.query, query)
    faults.addFields(this.rules.queries[route.id]?.(query))
    if (call.requestBody !== undefined) {
      check(call, route.validators.body, call.requestBody)
      faults.addFields(this.rules.bodies[route.id]?.(call.requestBody as Record<string, unknown>))
    }
    call.params = params as Record<string, string>
    call.query = query as Record<string, string>
    return faults.any ? INVALID : VALID
  }
}

function check(call: ApiCall, validate: Validate | null, value: unknown): void {
  if (validate && !validate(value)) call.faults.addAll(validate.errors, 'body')
}
