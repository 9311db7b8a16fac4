import type { Operation } from '../generated/operations.js'
import type { RequestValidators, Validate } from '../generated/validators.js'
import type { Faults } from './faults.js'
import type { OperationId } from './operation.js'
import { QueryReader, readPath } from './read-parameters.js'
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

/** An operation with its parameter reader and its schema validators. */
export interface ApiRoute extends AnyOperation {
  readonly queryReader: QueryReader
  readonly validators: RequestValidators
}

export const routesOf = ({ operations, validators }: Generated): ApiRoute[] =>
  operations.map((operation) => ({
    ...operation,
    queryReader: new QueryReader(operation.parameters),
    validators: validators[operation.id]!,
  }))

/** A request before validation. */
interface SentRequest {
  route: ApiRoute
  /** Percent-encoded. */
  pathValues: Record<string, string>
  rawQuery: string
  requestBody: unknown
}

export interface CheckedRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

/** Reads and validates a whole request. Adds every faulty field to `faults`. */
export function checkRequest(
  { route, pathValues, rawQuery, requestBody }: SentRequest,
  rules: RequestRules,
  faults: Faults,
): CheckedRequest {
  const check = (validate: Validate | null, value: unknown) => {
    if (validate && !validate(value)) faults.addValidatorErrors(validate.errors, 'body')
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
