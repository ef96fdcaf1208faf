import { tagsOperations } from '@flagstaff/contract/operations/tags'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createTag, deleteTag } from './commands.ts'
import { findTag, listTags, listTagsOfType } from './queries.ts'
import type { Tag } from './rules.ts'
import { tagTypeRoutes } from './types/routes.ts'

export async function tagRoutes(app: App) {
  const serve = routesOf(app, tagsOperations)
  await tagTypeRoutes(app)

  serve('GET /api/admin/tags', async () => ({ version: 1, tags: await listTags(app.read) }))

  serve('POST /api/admin/tags', { command: createTag }, async (request, reply) => {
    const tag = await request.dispatch(createTag, request.body)
    const path = `tags/${encodeURIComponent(tag.type)}/${encodeURIComponent(tag.value)}`
    return reply
      .code(201)
      .header('location', path)
      .send(await shown(tag))
  })

  serve('GET /api/admin/tags/:type', async (request) => ({
    version: 1,
    tags: await listTagsOfType(app.read, request.params.type),
  }))

  serve('GET /api/admin/tags/:type/:value', (request) => shown(request.params))

  serve('DELETE /api/admin/tags/:type/:value', { command: deleteTag }, async (request, reply) => {
    const { type, value } = request.params
    await request.dispatch(deleteTag, { type, value })
    return reply.send()
  })

  async function shown(key: Tag) {
    const tag = await findTag(app.read, key)
    if (!tag) throw notFound('tag', `${key.type}:${key.value}`)
    return { version: 1, tag }
  }
}
