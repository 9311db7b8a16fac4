import type { Context } from 'koa'
import type { ParsedRequest } from 'openapi-backend'
import type { BodyRule, ParameterRule } from '../generated/operations.js'
import type { RequestValidators } from '../generated/validators.js'
import type { Caller, Team } from '../lib/accounts/account.js'
import { Faults } from './faults.js'
import type { OperationId } from './operation.js'
import type { QueryReader } from './read-parameters.js'

/** One operation of a description, as it was generated. */
export interface DescribedOperation {
  readonly id: OperationId
  readonly method: string
  readonly segments: readonly string[]
  readonly isOpen?: true
  readonly teamScoped: boolean
  readonly parameters: readonly ParameterRule[]
  readonly body: BodyRule | null
}

/** An operation with what reads and checks its requests. */
export interface ApiRoute extends DescribedOperation {
  readonly queryReader: QueryReader
  readonly validators: RequestValidators
}

/** One request on its way through openapi-backend. What is read and found out on the way is written here. */
export class ApiCall implements ParsedRequest {
  readonly method: string
  readonly headers: Record<string, string | string[]>
  readonly cookies = {}
  readonly faults = new Faults()
  route: ApiRoute | undefined
  /** As they stand in the path, still percent-encoded. */
  pathValues: Record<string, string> = {}
  /** What the path takes, where the method of the request is not among it. */
  allowedMethods: string[] = []
  caller: Caller | undefined
  team: Team | undefined
  params: Record<string, string> = {}
  query: Record<string, string | string[]> = {}
  requestBody: unknown

  constructor(
    readonly ctx: Context,
    /** Below the prefix of the description. */
    readonly path: string,
    /** What stands behind the question mark. */
    readonly rawQuery: string,
    readonly requestId: string,
  ) {
    this.method = ctx.method
    this.headers = ctx.req.headers as Record<string, string | string[]>
  }
}
