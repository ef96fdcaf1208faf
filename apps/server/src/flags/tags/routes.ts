import { Tag } from '@flagstaff/contract/common'
import { FlagNameParams, ProjectFlagsParams } from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import { FlagTagParams, Tags, TagsBulkAdd, UpdateTags } from '@flagstaff/contract/tags'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/server.ts'
import { projectOf } from '../target.ts'
import { tagFlags } from './commands.ts'
import { listTagsOfFlag } from './queries.ts'

const tags = ['Features']

export async function flagTagRoutes(app: App) {
  app.get(
    '/features/:featureName/tags',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'listTags', tags, params: FlagNameParams, response: { 200: Tags } },
    },
    async (request) => {
      const { featureName } = request.params
      await projectOf(app.read, request.signedIn().viewer, featureName)
      return tagsOf(featureName)
    },
  )

  app.post(
    '/features/:featureName/tags',
    {
      config: { command: tagFlags },
      schema: { operationId: 'addTag', tags, params: FlagNameParams, body: Tag, response: { 201: Tag } },
    },
    async (request, reply) => {
      const { featureName } = request.params
      const { type, value } = { ...request.body, value: request.body.value.trim() }
      await change(request, featureName, { added: [request.body], removed: [] })
      const all = await listTagsOfFlag(app.read, featureName)
      const tag = all.find((one) => one.type === type && one.value === value) ?? { type, value }
      return reply.code(201).header('location', `features/${featureName}/tags`).send(tag)
    },
  )

  app.put(
    '/features/:featureName/tags',
    {
      config: { command: tagFlags },
      schema: {
        operationId: 'updateTags',
        tags,
        params: FlagNameParams,
        body: UpdateTags,
        response: { 200: Tags },
      },
    },
    async (request) => {
      const { featureName } = request.params
      const { addedTags: added, removedTags: removed } = request.body
      await change(request, featureName, { added, removed })
      return tagsOf(featureName)
    },
  )

  app.delete(
    '/features/:featureName/tags/:type/:value',
    {
      config: { command: tagFlags },
      schema: { operationId: 'removeTag', tags, params: FlagTagParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { featureName, type, value } = request.params
      await change(request, featureName, { added: [], removed: [{ type, value }] })
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId/tags',
    {
      config: { command: tagFlags },
      schema: {
        operationId: 'addTagToFeatures',
        tags: ['Tags'],
        params: ProjectFlagsParams,
        body: TagsBulkAdd,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { features: flags, tags: change } = request.body
      const { addedTags: added, removedTags: removed } = change
      await request.dispatch(tagFlags, { project: request.params.projectId, flags, added, removed })
      return reply.send()
    },
  )

  type Change = { added: Tag[]; removed: Tag[] }

  async function change(
    request: Pick<FastifyRequest, 'signedIn' | 'dispatch'>,
    flag: string,
    wanted: Change,
  ) {
    const project = await projectOf(app.read, request.signedIn().viewer, flag)
    await request.dispatch(tagFlags, { project, flags: [flag], ...wanted })
  }

  const tagsOf = async (flag: string) => ({ version: 1, tags: await listTagsOfFlag(app.read, flag) })
}
