import type { scimOperations } from '@flagstaff/contract/operations/scim'
import { notFound } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import { baseUrlOf } from '../address.ts'
import { parseFilter } from '../protocol/filter.ts'
import { operationsIn } from '../protocol/operations.ts'
import { listOf, pageOf } from '../protocol/paging.ts'
import { type Projection, project } from '../protocol/projection.ts'
import { schemaFor } from '../protocol/schemas.ts'
import { createScimUser, deleteScimUser, patchScimUser, replaceScimUser } from './commands.ts'
import { profileIn } from './profile.ts'
import { findUser, listUsers } from './queries.ts'
import { toResource } from './resource.ts'

const config = { permission: 'SCIM token' } as const

/** Routes for SCIM accounts. `names` controls whether they have an operation id in the OpenAPI document. */
export async function scimUserRoutes(app: App, names: boolean) {
  const baseUrl = baseUrlOf(app.settings)
  const describe = <Key extends keyof typeof scimOperations>(key: Key) => schemaFor(key, names)
  const answer = async (id: string, projection: Projection) => {
    const user = await findUser(app.read, id)
    if (!user) throw notFound('user', id)
    return project(toResource(user, baseUrl), projection)
  }

  app.get(
    '/Users',
    {
      config,
      schema: describe('GET /scim/Users'),
    },
    async ({ query }) => {
      const page = pageOf(query)
      const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
      const { total, users } = await listUsers(app.read, filter, page)
      const resources = users.map((user) => project(toResource(user, baseUrl), query))
      return listOf(resources, total, page)
    },
  )

  app.post(
    '/Users',
    {
      config,
      schema: describe('POST /scim/Users'),
    },
    async (request, reply) => {
      const { id } = await request.dispatch(createScimUser, profileIn(request.body))
      return reply
        .code(201)
        .header('location', `${baseUrl}/Users/${id}`)
        .send(await answer(id, request.query))
    },
  )

  app.get('/Users/:id', { config, schema: describe('GET /scim/Users/:id') }, ({ params, query }) =>
    answer(params.id, query),
  )

  app.put('/Users/:id', { config, schema: describe('PUT /scim/Users/:id') }, async (request) => {
    const { id } = request.params
    await request.dispatch(replaceScimUser, { id, profile: profileIn(request.body) })
    return answer(id, request.query)
  })

  app.patch('/Users/:id', { config, schema: describe('PATCH /scim/Users/:id') }, async (request) => {
    const { id } = request.params
    const operations = operationsIn('user', request.body)
    await request.dispatch(patchScimUser, { id, operations })
    return answer(id, request.query)
  })

  app.delete(
    '/Users/:id',
    {
      config,
      schema: describe('DELETE /scim/Users/:id'),
    },
    async (request, reply) => {
      await request.dispatch(deleteScimUser, { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
