import type { FastifyInstance } from 'fastify'

/**
 * Behind a proxy that is not in `TRUSTED_PROXIES`, all callers have the proxy's IP address and share one rate limit.
 * Operators should learn that from the log, not from users who cannot sign in.
 */
export function warnOfUnnamedProxy(app: FastifyInstance) {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const isBelieved = (request.ips?.length ?? 1) > 1
    if (!isWarned && !isBelieved && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      request.log.warn(
        `A request from ${request.ip} has an X-Forwarded-For header, which is ignored. If ${request.ip} is your reverse proxy, add it to TRUSTED_PROXIES: until then all callers share the rate limits of one address.`,
      )
    }
    done()
  })
}
