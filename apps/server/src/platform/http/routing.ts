import type { Permission } from '@flagstaff/contract/permissions'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller, Scope } from '../actor.ts'
import { sees } from '../actor.ts'
import { type Command, permissionsOf } from '../commands.ts'
import { AppError, noPermission, notFound } from '../errors.ts'

/**
 * Who may call a route: a permission (any one of several), everybody signed in, everybody, or the holder of an SDK
 * token. Routes that change something name their command instead, which carries the permission.
 */
export type RoutePermission =
  | Permission
  | readonly Permission[]
  | 'authenticated'
  | 'public'
  | 'backend token'
  | 'frontend token'
  /** Either of the two. */
  | 'SDK token'
  /** An identity provider's. */
  | 'SCIM token'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission
    command?: Command
  }
  interface FastifyInstance {
    /** Where and how to sign in, for clients that show a form when they are refused. */
    howToSignIn(): Promise<object>
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** Whoever calls, known to be signed in: the permission check of the route has passed. */
    signedIn(): Caller
  }
}

/** Every route names its permission, or the server does not start. */
export function requirePermissions(app: FastifyInstance) {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.permission ?? route.config?.command?.permission) return
    throw new Error(`${String(route.method)} ${route.url} names no permission`)
  })
}

/** Open to all, or for tokens that the delivery plane or the slice looks at itself. */
const checkedElsewhere = new Set<unknown>([
  'public',
  'backend token',
  'frontend token',
  'SDK token',
  'SCIM token',
])

/**
 * Refuses early and cheaply, before the body is looked at: callers without credentials, and callers who hold none of
 * the permissions anywhere in the scope the path names. The command checks the exact scope again.
 */
export async function checkPermission(request: FastifyRequest) {
  const { permission, command } = request.routeOptions.config
  if (checkedElsewhere.has(permission)) return
  const { caller } = request
  if (!caller) throw new AppError('signInFirst', {}, { extra: await request.server.howToSignIn() })
  const scope = scopeOf(request)
  if (!sees(caller.viewer, scope.project)) throw notFound('project', scope.project ?? '')
  const wanted = permissionsOf((permission as Command['permission']) ?? command?.permission ?? [])
  if (wanted.length === 0 || wanted.some((one) => caller.mayAnywhere(one, scope))) return
  throw noPermission(wanted)
}

function scopeOf(request: FastifyRequest): Scope {
  const parameters = (request.params ?? {}) as { projectId?: string; environment?: string }
  return { project: parameters.projectId, environment: parameters.environment }
}
