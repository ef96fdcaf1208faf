import type { CreateGroup } from '@flagstaff/contract/groups'
import { accessOperations } from '@flagstaff/contract/operations/access'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Viewer } from '../../../platform/write/actor.ts'
import { createGroup, deleteGroup, deleteScimGroups, updateGroup } from './commands.ts'
import { findGroup, listGroups } from './reads-queries.ts'

export async function groupRoutes(app: App) {
  const serve = routesOf(app, accessOperations)
  const existing = async (viewer: Viewer, id: number) => {
    const group = await findGroup(app.read, viewer, id)
    if (!group) throw notFound('group', id)
    return group
  }

  serve('GET /api/admin/groups', async (request) => ({
    groups: await listGroups(app.read, request.signedIn().viewer),
  }))

  serve('POST /api/admin/groups', { command: createGroup }, async (request, reply) => {
    const { id } = await request.dispatch(createGroup, toInput(request.body))
    const group = await existing(request.signedIn().viewer, id)
    return reply.code(201).header('location', `groups/${id}`).send(group)
  })

  serve('DELETE /api/admin/groups/scim-groups', { command: deleteScimGroups }, async (request, reply) => {
    await request.dispatch(deleteScimGroups, {})
    return reply.send()
  })

  serve('GET /api/admin/groups/:groupId', async (request) =>
    existing(request.signedIn().viewer, request.params.groupId),
  )

  serve('PUT /api/admin/groups/:groupId', { command: updateGroup }, async (request) => {
    const id = request.params.groupId
    await request.dispatch(updateGroup, { ...toInput(request.body), id })
    return existing(request.signedIn().viewer, id)
  })

  serve('DELETE /api/admin/groups/:groupId', { command: deleteGroup }, async (request, reply) => {
    await request.dispatch(deleteGroup, { id: request.params.groupId })
    return reply.send()
  })
}

const toInput = ({ name, description, mappingsSSO, rootRole, users }: CreateGroup) => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(mappingsSSO === undefined ? {} : { mappings: mappingsSSO }),
  ...(rootRole === undefined ? {} : { rootRole }),
  ...(users === undefined ? {} : { members: users.map(({ user }) => ({ userId: user.id })) }),
})
