import { Nothing } from '@flagstaff/contract/schema'
import { CreateTag, TagParams, Tags, TagsOfTypeParams, TagWithVersion } from '@flagstaff/contract/tags'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { createTag, deleteTag } from './commands.ts'
import { findTag, listTags, listTagsOfType } from './queries.ts'
import type { Tag } from './rules.ts'
import { tagTypeRoutes } from './types/routes.ts'

const tags = ['Tags']

export async function tagRoutes(app: App) {
  await tagTypeRoutes(app)

  app.get(
    '/tags',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getTags', tags, response: { 200: Tags } },
    },
    async () => ({ version: 1, tags: await listTags(app.read) }),
  )

  app.post(
    '/tags',
    {
      config: { permission: 'UPDATE_FEATURE', command: createTag },
      schema: { operationId: 'createTag', tags, body: CreateTag, response: { 201: TagWithVersion } },
    },
    async (request, reply) => {
      const tag = await request.dispatch(createTag, request.body)
      const path = `tags/${encodeURIComponent(tag.type)}/${encodeURIComponent(tag.value)}`
      return reply
        .code(201)
        .header('location', path)
        .send(await shown(tag))
    },
  )

  app.get(
    '/tags/:type',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getTagsByType', tags, params: TagsOfTypeParams, response: { 200: Tags } },
    },
    async (request) => ({ version: 1, tags: await listTagsOfType(app.read, request.params.type) }),
  )

  app.get(
    '/tags/:type/:value',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getTag', tags, params: TagParams, response: { 200: TagWithVersion } },
    },
    (request) => shown(request.params),
  )

  app.delete(
    '/tags/:type/:value',
    {
      config: { permission: 'UPDATE_FEATURE', command: deleteTag },
      schema: { operationId: 'deleteTag', tags, params: TagParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { type, value } = request.params
      await request.dispatch(deleteTag, { type, value })
      return reply.send()
    },
  )

  async function shown(key: Tag) {
    const tag = await findTag(app.read, key)
    if (!tag) throw notFound('tag', `${key.type}:${key.value}`)
    return { version: 1, tag }
  }
}
