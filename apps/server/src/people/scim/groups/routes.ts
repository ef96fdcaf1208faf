import type { scimOperations } from '@flagstaff/contract/operations/scim'
import { withLargeBudget } from '../../../platform/database/deadline.ts'
import { notFound } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import { baseUrlOf } from '../address.ts'
import { parseFilter } from '../protocol/filter.ts'
import { operationsIn } from '../protocol/operations.ts'
import { listOf, pageOf } from '../protocol/paging.ts'
import { isWanted, type Projection, project } from '../protocol/projection.ts'
import { schemaFor } from '../protocol/schemas.ts'
import { createScimGroup, deleteScimGroup, patchScimGroup, replaceScimGroup } from './commands.ts'
import { descriptionIn } from './description.ts'
import { idsIn } from './members.ts'
import { findGroup, listGroups, listMembers } from './queries.ts'
import { toResource, withinBounds } from './resource.ts'

const config = { permission: 'SCIM token' } as const
/** Timeout for bulk requests: a provider sends thousands of members at once, and would retry after a timeout. */
const MANY_MS = 15_000

/** Routes for SCIM groups. `names` controls whether they have an operation id in the OpenAPI document. */
export async function scimGroupRoutes(app: App, names: boolean) {
  const baseUrl = baseUrlOf(app.settings)
  const describe = <Key extends keyof typeof scimOperations>(key: Key) => schemaFor(key, names)
  const membersOf = (ids: readonly number[], projection: Projection) =>
    isWanted('members', projection) ? listMembers(app.read, ids) : undefined
  const answer = async (id: string, projection: Projection) => {
    const group = await findGroup(app.read, id)
    if (!group) throw notFound('group', id)
    const members = await membersOf([group.groupId], projection)
    return project(toResource(group, members && (members.get(group.groupId) ?? []), baseUrl), projection)
  }

  app.get(
    '/Groups',
    {
      config,
      schema: describe('GET /scim/Groups'),
    },
    async ({ query }) => {
      const page = pageOf(query)
      const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
      const { total, groups } = await listGroups(app.read, filter, page)
      const listed = isWanted('members', query) ? withinBounds(groups) : groups
      const members = await membersOf(
        listed.map(({ groupId }) => groupId),
        query,
      )
      const resources = listed.map((group) =>
        project(toResource(group, members && (members.get(group.groupId) ?? []), baseUrl), query),
      )
      return listOf(resources, total, page)
    },
  )

  app.post(
    '/Groups',
    {
      config,
      schema: describe('POST /scim/Groups'),
    },
    async (request, reply) => {
      const input = {
        description: descriptionIn(request.body),
        members: idsIn(membersIn(request.body)),
      }
      const group = await withLargeBudget(MANY_MS, async () => {
        const { id } = await request.dispatch(createScimGroup, input)
        return answer(id, request.query)
      })
      return reply.code(201).header('location', `${baseUrl}/Groups/${group.id}`).send(group)
    },
  )

  app.get('/Groups/:id', { config, schema: describe('GET /scim/Groups/:id') }, ({ params, query }) =>
    answer(params.id, query),
  )

  app.put('/Groups/:id', { config, schema: describe('PUT /scim/Groups/:id') }, async (request) => {
    const { id } = request.params
    const members = membersIn(request.body)
    const input = {
      id,
      description: descriptionIn(request.body),
      ...(members === undefined ? {} : { members: idsIn(members) }),
    }
    return withLargeBudget(MANY_MS, async () => {
      await request.dispatch(replaceScimGroup, input)
      return answer(id, request.query)
    })
  })

  app.patch('/Groups/:id', { config, schema: describe('PATCH /scim/Groups/:id') }, async (request) => {
    const { id } = request.params
    const operations = operationsIn('group', request.body)
    return withLargeBudget(MANY_MS, async () => {
      await request.dispatch(patchScimGroup, { id, operations })
      return answer(id, request.query)
    })
  })

  app.delete(
    '/Groups/:id',
    {
      config,
      schema: describe('DELETE /scim/Groups/:id'),
    },
    async (request, reply) => {
      await request.dispatch(deleteScimGroup, { id: request.params.id })
      return reply.code(204).send()
    },
  )
}

/** Attribute names are case-insensitive. */
const membersIn = (body: object): unknown =>
  Object.entries(body).find(([key]) => key.toLowerCase() === 'members')?.[1]
