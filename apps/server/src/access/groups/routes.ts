import { Group } from '@flagstaff/contract/accounts'
import { CreateGroup, GroupParams, Groups } from '@flagstaff/contract/groups'
import { Nothing } from '@flagstaff/contract/schema'
import type { Viewer } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { createGroup, deleteGroup, deleteScimGroups, updateGroup } from './commands.ts'
import { findGroup, listGroups } from './reads-queries.ts'

const tags = ['Users']

export async function groupRoutes(app: App) {
  const existing = async (viewer: Viewer, id: number) => {
    const group = await findGroup(app.read, viewer, id)
    if (!group) throw notFound('group', id)
    return group
  }

  app.get(
    '/groups',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getGroups', tags, response: { 200: Groups } },
    },
    async (request) => ({ groups: await listGroups(app.read, request.signedIn().viewer) }),
  )

  app.post(
    '/groups',
    {
      config: { command: createGroup },
      schema: { operationId: 'createGroup', tags, body: CreateGroup, response: { 201: Group } },
    },
    async (request, reply) => {
      const { id } = await request.dispatch(createGroup, toInput(request.body))
      const group = await existing(request.signedIn().viewer, id)
      return reply.code(201).header('location', `groups/${id}`).send(group)
    },
  )

  app.delete(
    '/groups/scim-groups',
    {
      config: { command: deleteScimGroups },
      schema: { operationId: 'deleteScimGroups', tags, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteScimGroups, {})
      return reply.send()
    },
  )

  app.get(
    '/groups/:groupId',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getGroup', tags, params: GroupParams, response: { 200: Group } },
    },
    async (request) => existing(request.signedIn().viewer, request.params.groupId),
  )

  app.put(
    '/groups/:groupId',
    {
      config: { command: updateGroup },
      schema: {
        operationId: 'updateGroup',
        tags,
        params: GroupParams,
        body: CreateGroup,
        response: { 200: Group },
      },
    },
    async (request) => {
      const id = request.params.groupId
      await request.dispatch(updateGroup, { ...toInput(request.body), id })
      return existing(request.signedIn().viewer, id)
    },
  )

  app.delete(
    '/groups/:groupId',
    {
      config: { command: deleteGroup },
      schema: { operationId: 'deleteGroup', tags, params: GroupParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteGroup, { id: request.params.groupId })
      return reply.send()
    },
  )
}

const toInput = ({ name, description, mappingsSSO, rootRole, users }: CreateGroup) => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(mappingsSSO === undefined ? {} : { mappings: mappingsSSO }),
  ...(rootRole === undefined ? {} : { rootRole }),
  ...(users === undefined ? {} : { members: users.map(({ user }) => ({ userId: user.id })) }),
})
