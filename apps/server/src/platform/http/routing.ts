import type { RoutePermission } from '@flagstaff/contract/operation'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, noPermission, notFound } from '../errors.ts'
import type { Caller, Scope } from '../write/actor.ts'
import { sees } from '../write/actor.ts'
import { type Command, permissionsOf } from '../write/commands.ts'
import { wantsProposal } from './proposals.ts'
import { refuseProposer } from './propose-only.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission
    command?: Command
    /** Reads although its method changes things, or checks what it executes: open to tokens that only propose. */
    forProposers?: boolean
  }
  interface FastifyInstance {
    /** How to sign in, sent with a 401 to clients that show a sign-in form. */
    howToSignIn(): Promise<object>
    /** The caller of a request, if it has valid credentials. With `quietly`, it does not count as activity. */
    identify(request: FastifyRequest, options?: { quietly?: boolean }): Promise<Caller | undefined>
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** The caller of a route whose permission check has passed. */
    signedIn(): Caller
  }
}

/** The server refuses to start if a route names no permission. */
export function requirePermissions(app: FastifyInstance) {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.permission ?? route.config?.command?.permission) return
    throw new Error(`${String(route.method)} ${route.url} has no permission`)
  })
}

/** Public routes, and routes whose tokens the delivery plane or the slice checks itself. */
const checkedElsewhere = new Set<unknown>([
  'public',
  'backend token',
  'frontend token',
  'SDK token',
  'SCIM token',
  'signal endpoint token',
])

/**
 * Refuses early, before the body is parsed: callers without credentials, and callers without any of the permissions in
 * the scope that the path names. The command checks the exact scope later.
 */
export async function checkPermission(request: FastifyRequest) {
  const { permission, command } = request.routeOptions.config
  if (checkedElsewhere.has(permission)) return
  const { caller } = request
  if (!caller) throw new AppError('signInFirst', {}, { extra: await request.server.howToSignIn() })
  const scope = scopeOf(request)
  if (!sees(caller.viewer, scope.project)) throw notFound('project', scope.project ?? '')
  refuseProposer(request)
  // What is proposed needs a review instead of the permission.
  if (command?.proposable && wantsProposal(request)) return
  const wanted = permissionsOf((permission as Command['permission']) ?? command?.permission ?? [])
  if (wanted.length === 0 || wanted.some((one) => caller.mayAnywhere(one, scope))) return
  throw noPermission(wanted)
}

function scopeOf(request: FastifyRequest): Scope {
  const parameters = (request.params ?? {}) as { projectId?: string; environment?: string }
  return { project: parameters.projectId, environment: parameters.environment }
}
