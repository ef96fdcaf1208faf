import { countRequest, type Traffic, trafficIndex } from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'

const ADMIN = trafficIndex('admin')

/** Counts the requests to the admin API: those of the web interface, and those with a token. */
export function countAdminRequests(app: FastifyInstance, traffic: Traffic) {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.url?.includes('/api/admin/')) {
      const caller = request.headers.authorization === undefined ? 'web' : 'api'
      countRequest(traffic.of(caller), ADMIN, reply.statusCode)
    }
    done()
  })
}
