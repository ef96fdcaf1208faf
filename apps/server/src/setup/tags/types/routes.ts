import { tagsOperations } from '@flagstaff/contract/operations/tags'
import { nameTaken, notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { checkTexts, checkTypeName } from '../rules.ts'
import { createTagType, deleteTagType, updateTagType } from './commands.ts'
import { findTagType, isNameTaken, listTagTypes } from './queries.ts'

export async function tagTypeRoutes(app: App) {
  const serve = routesOf(app, tagsOperations)
  serve('GET /api/admin/tag-types', async (request) => ({
    version: 1,
    tagTypes: await listTagTypes(app.read, request.signedIn().viewer),
  }))

  serve('POST /api/admin/tag-types', { command: createTagType }, async (request, reply) => {
    const type = await request.dispatch(createTagType, request.body)
    return reply.code(201).header('location', `tag-types/${type.name}`).send(type)
  })

  serve('POST /api/admin/tag-types/validate', { forProposers: true }, async (request) => {
    const tagType = request.body
    checkTypeName(tagType.name)
    checkTexts(tagType)
    if (await isNameTaken(app.read, tagType.name)) throw nameTaken('tag type', tagType.name)
    return { valid: true, tagType }
  })

  serve('GET /api/admin/tag-types/:name', async (request) => {
    const { name } = request.params
    const type = await findTagType(app.read, request.signedIn().viewer, name)
    if (!type) throw notFound('tag type', name)
    return type
  })

  serve('PUT /api/admin/tag-types/:name', { command: updateTagType }, async (request, reply) => {
    await request.dispatch(updateTagType, { ...request.body, name: request.params.name })
    return reply.send()
  })

  serve('DELETE /api/admin/tag-types/:name', { command: deleteTagType }, async (request, reply) => {
    await request.dispatch(deleteTagType, { name: request.params.name })
    return reply.send()
  })
}
