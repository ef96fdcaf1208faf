import type { TSchema } from 'typebox'
import type { Permission } from './permissions.ts'

/**
 * Who can call an operation: holders of a permission (any one of several), all signed-in callers, everyone, or holders
 * of an SDK token.
 */
export type RoutePermission =
  | Permission
  | readonly Permission[]
  | 'authenticated'
  | 'public'
  | 'backend token'
  | 'frontend token'
  /** A backend or frontend token. */
  | 'SDK token'
  /** The token of an identity provider. */
  | 'SCIM token'
  /** The token of another system that sends signals. */
  | 'signal endpoint token'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type OperationKey = `${Method} /${string}`

/** A request that works, for the documentation; a test sends it. */
export type Example = {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The status of the response, unless it is the first one that the operation lists. */
  readonly status?: number
}

/** One operation of the API. Routes, the OpenAPI document and the typed client are made from it. */
export type Operation = {
  readonly id: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly permission: RoutePermission
  readonly params?: TSchema
  readonly query?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema
  readonly responses: Readonly<Record<number, TSchema>>
  readonly example: Example
}

export type Operations = Readonly<Record<OperationKey, Operation>>

/** Operations of one area, by method and path. */
export const operations = <const List extends Operations>(list: List): List => list

type Part<Of, From extends string, As extends string> =
  Of extends Readonly<Record<From, infer Schema>> ? { [Key in As]: Schema } : unknown

/** The schemas of an operation under the names that Fastify has for them. */
export type SchemaOf<Of extends Operation> = Part<Of, 'params', 'params'> &
  Part<Of, 'query', 'querystring'> &
  Part<Of, 'headers', 'headers'> &
  Part<Of, 'body', 'body'> & { response: Of['responses'] }

export const schemaOf = <Of extends Operation>({ id, tags, summary, description, example, ...rest }: Of) => {
  const { params, query, headers, body, responses } = rest
  return {
    operationId: id,
    tags,
    summary,
    description,
    example,
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    response: responses,
  } as unknown as SchemaOf<Of> & { operationId: string }
}
