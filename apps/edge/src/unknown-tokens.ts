import { type Store, secretOf } from '@flagstaff/delivery'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { TokenChecks } from './tokens.ts'

const LOOKS_RIGHT = /^[^:]+:[^.]+\..+/

/**
 * Unknown tokens are validated upstream before their request continues, and so are expired ones: they may have been
 * extended. Known tokens do not wait, and a node that has all tokens asks about none.
 */
export function checkTokens(
  app: FastifyInstance,
  store: Store,
  checks: TokenChecks,
  isComplete: () => boolean,
) {
  app.addHook('onRequest', (request, reply, done) => {
    const secret = secretOf(request) ?? keyOf(request.headers['x-api-key'])
    if (secret === undefined || !LOOKS_RIGHT.test(secret)) return done()
    const known = store.token(secret)
    if (known && !store.isExpired(known)) {
      checks.brought(known.digest, secret)
      return done()
    }
    if (isComplete()) return done()
    Promise.resolve(checks.check(secret, request.ip)).then((check) => {
      if (check === 'unknown' && known) done()
      else if (check === 'unknown')
        refuse(reply, 503, 'Tokens cannot be checked at present. Try again shortly.')
      else if (check === 'too many') refuse(reply, 429, 'Too many unknown tokens came from this address.')
      else if (check === 'invalid') refuse(reply, 401, 'Send a valid API token in the Authorization header.')
      else done()
    }, done)
  })
}

const keyOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

const refuse = (reply: FastifyReply, status: number, message: string) =>
  void reply.code(status).header('retry-after', '5').send({ message })
