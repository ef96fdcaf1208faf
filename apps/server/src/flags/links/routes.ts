import { FlagParams, Link, LinkParams } from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../../platform/http/server.ts'
import { createLink, deleteLink, updateLink } from './commands.ts'

const tags = ['Features']
const links = '/projects/:projectId/features/:featureName/link'

export async function linkRoutes(app: App) {
  app.post(
    links,
    {
      config: { command: createLink },
      schema: {
        operationId: 'createFeatureLink',
        tags,
        params: FlagParams,
        body: Link,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { url, title = null } = request.body
      await request.dispatch(createLink, { ...targetOf(request.params), url, title })
      return reply.code(204).send()
    },
  )

  app.put(
    `${links}/:linkId`,
    {
      config: { command: updateLink },
      schema: {
        operationId: 'updateFeatureLink',
        tags,
        params: LinkParams,
        body: Link,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { url, title = null } = request.body
      await request.dispatch(updateLink, {
        ...targetOf(request.params),
        id: request.params.linkId,
        url,
        title,
      })
      return reply.code(204).send()
    },
  )

  app.delete(
    `${links}/:linkId`,
    {
      config: { command: deleteLink },
      schema: { operationId: 'deleteFeatureLink', tags, params: LinkParams, response: { 204: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteLink, { ...targetOf(request.params), id: request.params.linkId })
      return reply.code(204).send()
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
