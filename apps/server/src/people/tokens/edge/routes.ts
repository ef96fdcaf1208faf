import type { EdgeToken } from '@flagstaff/contract/client'
import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { type Caller, system } from '../../../platform/write/actor.ts'
import { markerOf, reachOf } from '../rules.ts'
import { digestOf } from '../secrets.ts'
import { issueToEdge } from './commands.ts'
import { findGrant, useNonce } from './queries.ts'
import { checkSignature, deriveToken, type EdgeScope, scopeKey } from './signature.ts'

const LARGEST = 64 * 1024
const bodies = new WeakMap<FastifyRequest, Buffer>()
const clients = new WeakMap<FastifyRequest, string>()

/** Issues tokens to edges that share a secret with the server, instead of configuring tokens on each edge. */
export async function edgeTokenRoutes(app: App) {
  // The signature is over the exact bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LARGEST },
    (request, body, done) => {
      bodies.set(request, body as Buffer)
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new AppError('badData', { reason: 'The body is not valid JSON.' }))
      }
    },
  )

  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = app.settings.edgeClientSecret
    if (secret === undefined) return refuse(reply, 'This server has no EDGE_CLIENT_SECRET.')
    const checked = checkSignature(request.headers, bodies.get(request) ?? Buffer.alloc(0), secret)
    if ('error' in checked) return refuse(reply, checked.error)
    if (!(await app.note((db) => useNonce(db, checked.nonce))))
      return refuse(reply, 'This request was sent before.')
    clients.set(request, checked.client)
  }

  const issue = async (request: FastifyRequest, scope: EdgeScope): Promise<EdgeToken> => {
    const { client, environment } = scope
    const projects = [...new Set(scope.projects)].sort()
    const key = scopeKey(scope)
    const prefix = `${markerOf(reachOf({ projects }))}:${environment}.`
    const derive = (generation: number) =>
      deriveToken(app.settings.edgeClientSecret ?? '', scope, generation, prefix)
    const grant = await findGrant(app.read, key)
    const generation = grant?.isLive ? grant.generation : (grant?.generation ?? 0) + 1
    const { selector, token, masked } = derive(generation)
    if (!grant?.isLive)
      await request.dispatch(issueToEdge, {
        scope: key,
        client,
        generation,
        id: selector,
        digest: digestOf(token).toString('hex'),
        masked,
        environment,
        projects,
      })
    return { token, type: 'backend', projects, environment }
  }

  routesOf(app, tokensOperations)(
    'POST /edge/issue-token',
    { bodyLimit: LARGEST, preValidation: authenticate },
    async (request) => {
      const client = clients.get(request) ?? ''
      request.caller = callerFor(client, request.ip)
      const tokens: EdgeToken[] = []
      for (const { environment, projects } of request.body.tokens)
        tokens.push(await issue(request, { client, environment, projects: [...new Set(projects)].sort() }))
      return { tokens }
    },
  )
}

const refuse = (reply: FastifyReply, error: string) => reply.code(401).send({ error })

const callerFor = (client: string, ip: string): Caller => ({
  ...system,
  actor: { ...system.actor, name: client, ip },
})
