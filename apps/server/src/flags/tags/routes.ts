import type { Tag } from '@flagstaff/contract/common'
import { flagsOperations } from '@flagstaff/contract/operations/flags'
import type { FastifyRequest } from 'fastify'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { projectOf } from '../target.ts'
import { tagFlags } from './commands.ts'
import { listTagsOfFlag } from './queries.ts'

export async function flagTagRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve('GET /api/admin/features/:featureName/tags', async (request) => {
    const { featureName } = request.params
    await projectOf(app.read, request.signedIn().viewer, featureName)
    return tagsOf(featureName)
  })

  serve('POST /api/admin/features/:featureName/tags', { command: tagFlags }, async (request, reply) => {
    const { featureName } = request.params
    const { type, value } = { ...request.body, value: request.body.value.trim() }
    await change(request, featureName, { added: [request.body], removed: [] })
    const all = await listTagsOfFlag(app.read, featureName)
    const tag = all.find((one) => one.type === type && one.value === value) ?? { type, value }
    return reply.code(201).header('location', `features/${featureName}/tags`).send(tag)
  })

  serve('PUT /api/admin/features/:featureName/tags', { command: tagFlags }, async (request) => {
    const { featureName } = request.params
    const { addedTags: added, removedTags: removed } = request.body
    await change(request, featureName, { added, removed })
    return tagsOf(featureName)
  })

  serve(
    'DELETE /api/admin/features/:featureName/tags/:type/:value',
    { command: tagFlags },
    async (request, reply) => {
      const { featureName, type, value } = request.params
      await change(request, featureName, { added: [], removed: [{ type, value }] })
      return reply.send()
    },
  )

  serve('PUT /api/admin/projects/:projectId/tags', { command: tagFlags }, async (request, reply) => {
    const { features: flags, tags: change } = request.body
    const { addedTags: added, removedTags: removed } = change
    await request.dispatch(tagFlags, { project: request.params.projectId, flags, added, removed })
    return reply.send()
  })

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
