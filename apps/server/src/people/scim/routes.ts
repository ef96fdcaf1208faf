import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { watchDoor } from './door.ts'
import { scimGroupRoutes } from './groups/routes.ts'
import { parseBodies } from './protocol/bodies.ts'
import { discoveryRoutes } from './protocol/discovery.ts'
import { answerErrors, CONTENT_TYPE } from './protocol/errors.ts'
import { scimUserRoutes } from './users/routes.ts'

/** SCIM 2.0, at `/scim` and `/scim/v2`. */
export async function scimRoutes(app: App) {
  await app.register(protocolRoutes, { prefix: '/scim' })
}

async function protocolRoutes(app: App) {
  parseBodies(app)
  answerErrors(app)
  watchDoor(app)
  app.addHook('preSerialization', async (_request, reply, payload) => {
    reply.type(CONTENT_TYPE)
    return payload
  })
  for (const prefix of ['', '/v2']) {
    // Only one prefix has operation ids, since they must be unique in the OpenAPI document.
    const names = prefix === ''
    await app.register(
      async (scope) => {
        await scope.register((inner) => discoveryRoutes(inner as unknown as App))
        await scope.register((inner) => scimUserRoutes(inner as unknown as App, names))
        await scope.register((inner) => scimGroupRoutes(inner as unknown as App, names))
      },
      { prefix },
    )
  }
  app.all('/*', { config: { permission: 'SCIM token' } }, (request) => {
    throw new AppError('pathNotFound', { path: request.url.split('?')[0] ?? '' })
  })
}
