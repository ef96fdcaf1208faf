import { Name } from '@flagstaff/contract/common'
import { Nothing } from '@flagstaff/contract/schema'
import {
  AdminSegment,
  SegmentParams,
  SegmentStrategies,
  Segments,
  StrategyParams,
  UpsertSegment,
} from '@flagstaff/contract/segments'
import { invalid, nameTaken, notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { createSegment, deleteSegment, updateSegment } from './commands.ts'
import { findSegment, isNameTaken, listSegments, listSegmentsOfRule, listUses } from './queries.ts'

const tags = ['Segments']

export async function segmentRoutes(app: App) {
  app.get(
    '/segments',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getSegments', tags, response: { 200: Segments } },
    },
    async (request) => ({ segments: await listSegments(app.read, request.signedIn().viewer) }),
  )

  app.post(
    '/segments',
    {
      config: { command: createSegment },
      schema: { operationId: 'createSegment', tags, body: UpsertSegment, response: { 201: AdminSegment } },
    },
    async (request, reply) => {
      const segment = await request.dispatch(createSegment, request.body)
      return reply.code(201).header('location', `segments/${segment.id}`).send(segment)
    },
  )

  app.post(
    '/segments/validate',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'validateSegment', tags, body: Name, response: { 204: Nothing } },
    },
    async (request, reply) => {
      const { name } = request.body
      if (name.trim() === '') throw invalid('A segment needs a name.', 'name')
      if (await isNameTaken(app.read, name)) throw nameTaken('segment', name)
      return reply.code(204).send()
    },
  )

  app.get(
    '/segments/:id',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getSegment', tags, params: SegmentParams, response: { 200: AdminSegment } },
    },
    async (request) => {
      const { id } = request.params
      const segment = await findSegment(app.read, request.signedIn().viewer, id)
      if (!segment) throw notFound('segment', id)
      return segment
    },
  )

  app.put(
    '/segments/:id',
    {
      config: { command: updateSegment },
      schema: {
        operationId: 'updateSegment',
        tags,
        params: SegmentParams,
        body: UpsertSegment,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(updateSegment, { ...request.body, id: request.params.id })
      return reply.code(204).send()
    },
  )

  app.delete(
    '/segments/:id',
    {
      config: { command: deleteSegment },
      schema: { operationId: 'removeSegment', tags, params: SegmentParams, response: { 204: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteSegment, { id: request.params.id })
      return reply.code(204).send()
    },
  )

  app.get(
    '/segments/:id/strategies',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getStrategiesBySegmentId',
        tags,
        params: SegmentParams,
        response: { 200: SegmentStrategies },
      },
    },
    async (request) => {
      const { viewer } = request.signedIn()
      if (!(await findSegment(app.read, viewer, request.params.id)))
        throw notFound('segment', request.params.id)
      return { strategies: await listUses(app.read, viewer, request.params.id), changeRequestStrategies: [] }
    },
  )

  app.get(
    '/segments/strategies/:strategyId',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getSegmentsByStrategyId',
        tags,
        params: StrategyParams,
        response: { 200: Segments },
      },
    },
    async (request) => ({
      segments: await listSegmentsOfRule(app.read, request.signedIn().viewer, request.params.strategyId),
    }),
  )
}
