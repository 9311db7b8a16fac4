import type { Readable } from 'node:stream'
import type * as console from '../generated/console/operations.js'
import type { operations as consoleOperations } from '../generated/console/types.js'
import type * as api from '../generated/operations.js'
import type { operations as apiOperations } from '../generated/types.js'
import type { Caller, Team } from '../lib/accounts/account.js'
import type { Page } from '../lib/cursor.js'

// The operations of both descriptions: the public API and the console.
export type OperationId = api.OperationId | console.OperationId
type OperationsByTag = api.OperationsByTag & console.OperationsByTag
type Tag = keyof OperationsByTag
type TeamOperationId = api.TeamOperationId | console.TeamOperationId
type DefaultedParameters = api.DefaultedParameters & console.DefaultedParameters
type operations = apiOperations & consoleOperations

type Nothing = Record<never, never>
type Simplify<T> = { [K in keyof T]: T[K] }

/** The query or path parameters of an operation. Parameters with a default are never undefined. */
type ParametersIn<
  Op extends OperationId,
  Place extends 'query' | 'path',
> = operations[Op]['parameters'] extends {
  [P in Place]?: infer Given
}
  ? [NonNullable<Given>] extends [never]
    ? Nothing
    : WithDefaults<NonNullable<Given>, DefaultedParameters[Op]>
  : Nothing

type WithDefaults<Given, Names> = Simplify<
  Omit<Given, Names & keyof Given> & Required<Pick<Given, Extract<keyof Given, Names>>>
>

type BodyOf<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : operations[Op] extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : undefined

/** A validated request. Only checks that need the database are left to the operation. */
interface OperationRequest<Op extends OperationId> {
  query: ParametersIn<Op, 'query'>
  /** Path parameters; ids are in lower case. */
  params: ParametersIn<Op, 'path'>
  /** Trimmed; a PATCH body has no fields that are null. */
  body: BodyOf<Op>
  caller: Caller
  /** The team to act on, for team-scoped operations. */
  team: Op extends TeamOperationId ? Team : undefined
  requestId: string
  clientAddress: string
}

interface JsonReply<Status extends number, Body> {
  status: Status
  body: Body
}

interface EmptyReply {
  status: 204
}

/** A file to download. `disposition` is the whole `Content-Disposition` header. */
export interface FileReply {
  status: 200
  file: { contentType: string; disposition: string; content: string | Buffer | Readable }
}

export type Reply = JsonReply<number, unknown> | EmptyReply | FileReply

type Responses<Op extends OperationId> = operations[Op]['responses']

type ReplyOfStatus<
  Op extends OperationId,
  Status extends keyof Responses<Op> & number,
> = Responses<Op>[Status] extends {
  content: infer Content
}
  ? 'text/plain' extends keyof Content
    ? FileReply
    : Content extends { 'application/json': infer Body }
      ? JsonReply<Status, Body>
      : never
  : EmptyReply

/** The success replies of an operation: each status with its body. */
type ReplyOf<Op extends OperationId> = {
  [Status in keyof Responses<Op> & (200 | 201 | 202 | 204)]: ReplyOfStatus<Op, Status>
}[keyof Responses<Op> & (200 | 201 | 202 | 204)]

export type HandlerOf<Op extends OperationId> = (request: OperationRequest<Op>) => Promise<ReplyOf<Op>>

/** The handlers of one tag, by operation id. */
export type HandlersOf<T extends Tag> = { [Op in OperationsByTag[T] & OperationId]: HandlerOf<Op> }

/** The handlers of all operations of the public API. */
export type Handlers = { [Op in api.OperationId]: HandlerOf<Op> }

export const ok = <Body>(body: Body): JsonReply<200, Body> => ({ status: 200, body })
export const okPage = <T, Out>({ results, nextCursor }: Page<T>, present: (item: T) => Out) =>
  ok({ results: results.map(present), next_cursor: nextCursor })
export const created = <Body>(body: Body): JsonReply<201, Body> => ({ status: 201, body })
export const accepted = <Body>(body: Body): JsonReply<202, Body> => ({ status: 202, body })
export const noContent = (): EmptyReply => ({ status: 204 })
export const file = (content: FileReply['file']): FileReply => ({ status: 200, file: content })
