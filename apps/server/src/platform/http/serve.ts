import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import {
  type Operation,
  type OperationKey,
  type Operations,
  type SchemaOf,
  schemaOf,
} from '@flagstaff/contract/operation'
import type {
  FastifyBaseLogger,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { Command } from '../write/commands.ts'
import type { App } from './server.ts'

type Handler<Of extends Operation> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  SchemaOf<Of>,
  TypeBoxTypeProvider,
  FastifyBaseLogger
>

type Options = Pick<
  RouteShorthandOptions,
  'bodyLimit' | 'exposeHeadRoute' | 'onRequest' | 'preValidation'
> & {
  /** The change that the route makes. It must need the permission that the operation names. */
  command?: Command
  /** The body names the project, so only the command can check the permission. */
  scopeInBody?: boolean
  /** It only reads, or dispatches commands that check it: open to tokens that can only propose changes. */
  forProposers?: boolean
}

/** Registers operations of the contract as routes: `serve('GET /api/admin/segments', async (request) => …)`. */
export const routesOf = <List extends Operations>(app: App, operations: List) => {
  const { prefix, settings } = app
  const start = prefix.slice(settings.basePath.length)
  return <Key extends keyof List & string>(
    key: Key,
    ...[options, handler]:
      | [handler: Handler<Extract<List[Key], Operation>>, none?: undefined]
      | [options: Options, handler: Handler<Extract<List[Key], Operation>>]
  ) => {
    const operation = (operations as Operations)[key as OperationKey]
    if (!operation) throw new Error(`the contract has no operation ${key}`)
    const {
      command,
      scopeInBody = false,
      forProposers = false,
      ...rest
    } = typeof options === 'function' ? {} : options
    if (command) requireSame(key, operation.permission, command.permission)
    const [method = '', path = ''] = key.split(' ')
    if (!path.startsWith(start)) throw new Error(`${key} is registered below ${prefix}`)
    app.route({
      ...rest,
      method,
      url: path.slice(start.length),
      config: {
        permission: scopeInBody ? 'authenticated' : operation.permission,
        ...(command ? { command } : {}),
        ...(forProposers ? { forProposers } : {}),
      },
      schema: schemaOf(operation),
      handler: (typeof options === 'function' ? options : handler) as never,
    })
  }
}

/** The server does not start if an operation and its command name different permissions. */
function requireSame(key: string, named: unknown, needed: unknown) {
  // Such a command checks permissions itself.
  if (needed === 'authenticated') return
  const [one, other] = [named, needed].map((value) => JSON.stringify([value].flat().toSorted()))
  if (one !== other) throw new Error(`${key} names the permission ${one}, but its command needs ${other}`)
}
