import { requestsOperations } from '@flagstaff/contract/operations/requests'
import type { RequestState } from '@flagstaff/contract/requests'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../platform/errors.ts'
import { changesBytes, largeBody } from '../../platform/http/body-limits.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { applyRequest } from './apply/commands.ts'
import { addChanges, discardChange, discardRequest, editChange, rebaseRequest } from './changes/commands.ts'
import { revertRequest } from './changes/revert.ts'
import { countActionable } from './reads/actionable-queries.ts'
import { countRequests, listRequests, readEffects, readRequest } from './reads/queries.ts'
import { listAskedReviewers } from './reads/reviewer-queries.ts'
import { listScheduled } from './reads/scheduled-queries.ts'
import { searchRequests } from './reads/search-queries.ts'
import {
  approveRequest,
  askReviewers,
  cancelRequest,
  commentOnRequest,
  rejectRequest,
  renameRequest,
  submitRequest,
} from './review/commands.ts'
import { scheduleRequest, setRequestUntil } from './schedule/commands.ts'

export async function requestRoutes(app: App) {
  const serve = routesOf(app, requestsOperations)
  const large = largeBody(changesBytes(app.settings.limits))
  const targetOf = ({ projectId, id }: { projectId: string; id: number }) => ({ project: projectId, id })
  const present = (request: FastifyRequest, ref: { project: string; id: number }) =>
    readRequest(app.read, request.signedIn().viewer, ref)

  serve('GET /api/admin/search/change-requests', (request) =>
    searchRequests(app.read, request.signedIn(), request.query),
  )
  serve('GET /api/admin/change-requests/actionable', async (request) => ({
    total: await countActionable(app.read, request.signedIn()),
  }))
  serve('GET /api/admin/projects/:projectId/change-requests', (request) =>
    listRequests(app.read, request.signedIn().viewer, { project: request.params.projectId }),
  )
  for (const path of ['open', 'pending'] as const) {
    serve(`GET /api/admin/projects/:projectId/change-requests/${path}`, (request) => {
      const { viewer } = request.signedIn()
      const { projectId: project } = request.params
      return listRequests(app.read, viewer, { project, open: true, author: viewer.userId })
    })
  }
  serve('GET /api/admin/projects/:projectId/change-requests/pending/:featureName', (request) => {
    const { projectId: project, featureName: flag } = request.params
    return listRequests(app.read, request.signedIn().viewer, { project, open: true, flag })
  })
  serve('GET /api/admin/projects/:projectId/change-requests/scheduled', (request) =>
    listScheduled(app.read, request.signedIn().viewer, request.params.projectId, request.query),
  )
  serve('GET /api/admin/projects/:projectId/change-requests/count', (request) =>
    countRequests(app.read, request.signedIn().viewer, request.params.projectId),
  )
  serve('GET /api/admin/projects/:projectId/change-requests/actionable', async (request) => ({
    total: await countActionable(app.read, request.signedIn(), request.params.projectId),
  }))
  serve('GET /api/admin/projects/:projectId/change-requests/:id', (request) =>
    present(request, targetOf(request.params)),
  )
  serve('GET /api/admin/projects/:projectId/change-requests/:id/effects', (request) =>
    readEffects(app.read, request.signedIn().viewer, targetOf(request.params)),
  )
  serve('GET /api/admin/projects/:projectId/change-requests/:id/approvers', async (request) => ({
    reviewers: await listAskedReviewers(app.read, request.signedIn().viewer, targetOf(request.params)),
  }))

  serve(
    'DELETE /api/admin/projects/:projectId/change-requests/:id',
    { command: discardRequest },
    async (request, reply) => {
      await request.dispatch(discardRequest, targetOf(request.params))
      return reply.code(200).send()
    },
  )
  serve(
    'PUT /api/admin/projects/:projectId/change-requests/:id/state',
    { forProposers: true },
    async (request) => {
      const target = targetOf(request.params)
      const { state, comment, scheduledAt, edition } = request.body
      const about = { ...target, ...(comment === undefined ? {} : { comment }) }
      await move(request, state, about, { scheduledAt, edition })
      return present(request, target)
    },
  )
  serve(
    'POST /api/admin/projects/:projectId/change-requests/:id/rebase',
    { command: rebaseRequest },
    async (request) => {
      const target = targetOf(request.params)
      await request.dispatch(rebaseRequest, target)
      return present(request, target)
    },
  )
  serve(
    'POST /api/admin/projects/:projectId/change-requests/:id/revert',
    { command: revertRequest },
    async (request) => {
      return present(request, await request.dispatch(revertRequest, targetOf(request.params)))
    },
  )
  serve(
    'PUT /api/admin/projects/:projectId/change-requests/:id/until',
    { command: setRequestUntil },
    async (request) => {
      const target = targetOf(request.params)
      await request.dispatch(setRequestUntil, { ...target, ...request.body })
      return present(request, target)
    },
  )
  serve(
    'PUT /api/admin/projects/:projectId/change-requests/:id/title',
    { command: renameRequest },
    async (request, reply) => {
      await request.dispatch(renameRequest, { ...targetOf(request.params), ...request.body })
      return reply.code(204).send()
    },
  )
  serve(
    'POST /api/admin/projects/:projectId/change-requests/:id/comments',
    { command: commentOnRequest },
    async (request, reply) => {
      await request.dispatch(commentOnRequest, { ...targetOf(request.params), ...request.body })
      return reply.code(204).send()
    },
  )
  serve(
    'PUT /api/admin/projects/:projectId/change-requests/:id/approvers',
    { command: askReviewers },
    async (request, reply) => {
      await request.dispatch(askReviewers, { ...targetOf(request.params), ...request.body })
      return reply.code(204).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/change-requests/:changeRequestId/changes/:changeId',
    { command: discardChange },
    async (request, reply) => {
      const { projectId: project, changeRequestId: id, changeId: change } = request.params
      await request.dispatch(discardChange, { project, id, change })
      return reply.code(200).send()
    },
  )
  serve(
    'PUT /api/admin/projects/:projectId/change-requests/:changeRequestId/changes/:changeId',
    { command: editChange, ...large },
    async (request) => {
      const { projectId: project, changeRequestId: id, changeId: change } = request.params
      await request.dispatch(editChange, { project, id, change, with: request.body })
      return present(request, { project, id })
    },
  )
  serve(
    'POST /api/admin/projects/:projectId/environments/:environment/change-requests',
    { command: addChanges, ...large },
    async (request) => {
      const { projectId: project, environment } = request.params
      const changes = [request.body].flat()
      return present(request, await request.dispatch(addChanges, { project, environment, changes }))
    },
  )
}

type Target = { project: string; id: number; comment?: string }

async function move(
  request: FastifyRequest,
  state: RequestState,
  target: Target,
  { scheduledAt, edition }: { scheduledAt: string | undefined; edition: number | undefined },
): Promise<void> {
  const { comment: _, ...bare } = target
  switch (state) {
    case 'In review':
      return request.dispatch(submitRequest, target)
    case 'Approved':
      return request.dispatch(approveRequest, {
        ...target,
        ...(edition === undefined ? {} : { edition }),
        isMatched: (request.headers['if-match'] ?? '*').trim() !== '*',
      })
    case 'Rejected':
      return request.dispatch(rejectRequest, target)
    case 'Cancelled':
      return request.dispatch(cancelRequest, target)
    case 'Applied':
      await request.dispatch(applyRequest, bare)
      return
    case 'Scheduled':
      if (scheduledAt === undefined) throw invalid('Send the time in `scheduledAt`.', '/scheduledAt')
      return request.dispatch(scheduleRequest, { ...target, scheduledAt })
    case 'Draft':
      throw new AppError('wrongState', { from: 'open', to: state })
  }
}
