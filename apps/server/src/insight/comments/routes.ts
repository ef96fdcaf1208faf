import { peopleOperations } from '@flagstaff/contract/operations/people'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { addComment, deleteComment, updateComment } from './commands.ts'
import { listComments, readComment } from './queries.ts'

export async function commentRoutes(app: App) {
  const serve = routesOf(app, peopleOperations)
  const read = async (project: string, id: number) => {
    const comment = await readComment(app.read, project, id)
    if (!comment) throw notFound('comment', String(id))
    return comment
  }

  serve('GET /api/admin/projects/:projectId/features/:featureName/comments', async (request) => {
    const place = { ...placeOf(request.params), before: request.query.before }
    const comments = await listComments(app.read, request.signedIn().viewer, place)
    if (!comments) throw notFound('flag', place.flag)
    return comments
  })

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/comments',
    { command: addComment },
    async (request, reply) => {
      const place = placeOf(request.params)
      const id = await request.dispatch(addComment, { ...place, ...request.body })
      return reply.code(201).send(await read(place.project, id))
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/comments/:commentId',
    { command: updateComment },
    async (request) => {
      const place = placeOf(request.params)
      const id = await request.dispatch(updateComment, {
        ...place,
        ...request.body,
        id: request.params.commentId,
      })
      return read(place.project, id)
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName/comments/:commentId',
    { command: deleteComment },
    async (request, reply) => {
      await request.dispatch(deleteComment, { ...placeOf(request.params), id: request.params.commentId })
      return reply.code(204).send()
    },
  )
}

const placeOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
