import type { Operation, ParameterRule } from '../generated/operations.js'
import type { RequestValidators, Validate } from '../generated/validators.js'
import type { Faults } from './faults.js'
import type { OperationId } from './operation.js'
import { type ParameterValues, readParameters } from './read-parameters.js'
import type { RequestRules } from './request-rules.js'

/** An operation of the API or of the console. */
interface AnyOperation extends Omit<Operation, 'id' | 'tag'> {
  readonly id: OperationId
}

/** The code generated from one OpenAPI description. */
export interface Generated {
  operations: readonly AnyOperation[]
  validators: Record<string, RequestValidators>
}

/** An operation with the rules of its parameters by place, and with its schema validators. */
export interface ApiRoute extends AnyOperation {
  readonly pathRules: readonly ParameterRule[]
  readonly queryRules: readonly ParameterRule[]
  readonly validators: RequestValidators
}

export const routesOf = ({ operations, validators }: Generated): ApiRoute[] =>
  operations.map((operation) => ({
    ...operation,
    pathRules: operation.parameters.filter((rule) => rule.in === 'path'),
    queryRules: operation.parameters.filter((rule) => rule.in === 'query'),
    validators: validators[operation.id]!,
  }))

/** A request before validation. */
interface SentRequest {
  route: ApiRoute
  parameters: ParameterValues
  requestBody: unknown
}

export interface CheckedRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

/** Reads and validates a whole request. Adds every faulty field to `faults`. */
export function checkRequest(
  { route, parameters, requestBody }: SentRequest,
  rules: RequestRules,
  faults: Faults,
): CheckedRequest {
  const check = (validate: Validate | null, value: unknown) => {
    if (validate && !validate(value)) faults.addValidatorErrors(validate.errors, 'body')
  }
  const params = readParameters(route.pathRules, parameters, faults)
  const query = readParameters(route.queryRules, parameters, faults)
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
