import { Nothing } from '@flagstaff/contract/schema'
import { TagType, TagTypeParams, TagTypes, UpdateTagType, ValidateTagType } from '@flagstaff/contract/tags'
import { nameTaken, notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { checkTexts, checkTypeName } from '../rules.ts'
import { createTagType, deleteTagType, updateTagType } from './commands.ts'
import { findTagType, isNameTaken, listTagTypes } from './queries.ts'

const tags = ['Tags']

export async function tagTypeRoutes(app: App) {
  app.get(
    '/tag-types',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getTagTypes', tags, response: { 200: TagTypes } },
    },
    async (request) => ({
      version: 1,
      tagTypes: await listTagTypes(app.read, request.signedIn().viewer),
    }),
  )

  app.post(
    '/tag-types',
    {
      config: { command: createTagType },
      schema: { operationId: 'createTagType', tags, body: TagType, response: { 201: TagType } },
    },
    async (request, reply) => {
      const type = await request.dispatch(createTagType, request.body)
      return reply.code(201).header('location', `tag-types/${type.name}`).send(type)
    },
  )

  app.post(
    '/tag-types/validate',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'validateTagType', tags, body: TagType, response: { 200: ValidateTagType } },
    },
    async (request) => {
      const tagType = request.body
      checkTypeName(tagType.name)
      checkTexts(tagType)
      if (await isNameTaken(app.read, tagType.name)) throw nameTaken('tag type', tagType.name)
      return { valid: true, tagType }
    },
  )

  app.get(
    '/tag-types/:name',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getTagType', tags, params: TagTypeParams, response: { 200: TagType } },
    },
    async (request) => {
      const { name } = request.params
      const type = await findTagType(app.read, request.signedIn().viewer, name)
      if (!type) throw notFound('tag type', name)
      return type
    },
  )

  app.put(
    '/tag-types/:name',
    {
      config: { command: updateTagType },
      schema: {
        operationId: 'updateTagType',
        tags,
        params: TagTypeParams,
        body: UpdateTagType,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(updateTagType, { ...request.body, name: request.params.name })
      return reply.send()
    },
  )

  app.delete(
    '/tag-types/:name',
    {
      config: { command: deleteTagType },
      schema: { operationId: 'deleteTagType', tags, params: TagTypeParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteTagType, { name: request.params.name })
      return reply.send()
    },
  )
}
