import { segmentsOperations } from '@flagstaff/contract/operations/segments'
import { invalid, nameTaken, notFound } from '../../platform/errors.ts'
import { largeBody, segmentBytes } from '../../platform/http/body-limits.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { warn } from '../../platform/http/warnings.ts'
import { constraintWarnings } from '../constraints/index.ts'
import { createSegment, deleteSegment, updateSegment } from './commands.ts'
import { findSegment, isNameTaken, listSegments, listSegmentsOfRule, listUses } from './queries.ts'

export async function segmentRoutes(app: App) {
  const serve = routesOf(app, segmentsOperations)
  const large = largeBody(segmentBytes(app.settings.limits))
  serve('GET /api/admin/segments', async (request) => ({
    segments: await listSegments(app.read, request.signedIn().viewer),
  }))

  serve('POST /api/admin/segments', { command: createSegment, ...large }, async (request, reply) => {
    const segment = await request.dispatch(createSegment, request.body)
    warn(reply, constraintWarnings(segment.constraints))
    return reply.code(201).header('location', `segments/${segment.id}`).send(segment)
  })

  serve('POST /api/admin/segments/validate', { forProposers: true }, async (request, reply) => {
    const { name } = request.body
    if (name.trim() === '') throw invalid('A segment needs a name.', 'name')
    if (await isNameTaken(app.read, name)) throw nameTaken('segment', name)
    return reply.code(204).send()
  })

  serve('GET /api/admin/segments/:id', async (request) => {
    const { id } = request.params
    const segment = await findSegment(app.read, request.signedIn().viewer, id)
    if (!segment) throw notFound('segment', id)
    return segment
  })

  serve('PUT /api/admin/segments/:id', { command: updateSegment, ...large }, async (request, reply) => {
    await request.dispatch(updateSegment, { ...request.body, id: request.params.id })
    warn(reply, constraintWarnings(request.body.constraints))
    return reply.code(204).send()
  })

  serve('DELETE /api/admin/segments/:id', { command: deleteSegment }, async (request, reply) => {
    await request.dispatch(deleteSegment, { id: request.params.id })
    return reply.code(204).send()
  })

  serve('GET /api/admin/segments/:id/strategies', async (request) => {
    const { viewer } = request.signedIn()
    if (!(await findSegment(app.read, viewer, request.params.id)))
      throw notFound('segment', request.params.id)
    return { strategies: await listUses(app.read, viewer, request.params.id), changeRequestStrategies: [] }
  })

  serve('GET /api/admin/segments/strategies/:strategyId', async (request) => ({
    segments: await listSegmentsOfRule(app.read, request.signedIn().viewer, request.params.strategyId),
  }))
}
