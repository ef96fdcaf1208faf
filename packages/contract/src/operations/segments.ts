import { Name } from '../common.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import {
  AdminSegment,
  SegmentParams,
  SegmentStrategies,
  Segments,
  StrategyParams,
  UpsertSegment,
} from '../segments.ts'

export const segmentsOperations = operations({
  'GET /api/admin/segments': {
    id: 'getSegments',
    tags: ['Segments'],
    summary: 'List all segments',
    description:
      'Returns every segment that the caller can see: global ones, and those of projects that the caller has access to.',
    permission: 'authenticated',
    responses: { 200: Segments },
    example: {},
  },
  'POST /api/admin/segments': {
    id: 'createSegment',
    tags: ['Segments'],
    summary: 'Create a segment',
    description:
      'Creates a segment: a named list of constraints that rules of many flags can share. With `project`, only flags of that project can use it.',
    permission: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    body: UpsertSegment,
    responses: { 201: AdminSegment },
    example: {
      body: {
        name: 'Customers in Europe',
        description: 'Billed in euros',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['de', 'fr', 'it'] }],
      },
    },
  },
  'POST /api/admin/segments/validate': {
    id: 'validateSegment',
    tags: ['Segments'],
    summary: 'Check a segment name',
    description:
      'Checks that no other segment has this name. Use it before creating one; it changes nothing.',
    permission: 'authenticated',
    body: Name,
    responses: { 204: Nothing },
    example: { body: { name: 'Customers in Asia' } },
  },
  'GET /api/admin/segments/:id': {
    id: 'getSegment',
    tags: ['Segments'],
    summary: 'Get a segment',
    description:
      'Returns one segment with its constraints. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: SegmentParams,
    responses: { 200: AdminSegment },
    example: { params: { id: 1 } },
  },
  'PUT /api/admin/segments/:id': {
    id: 'updateSegment',
    tags: ['Segments'],
    summary: 'Update a segment',
    description:
      'Replaces the name, description, project and constraints of a segment. The change reaches every flag that uses it at once.',
    permission: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    params: SegmentParams,
    body: UpsertSegment,
    responses: { 204: Nothing },
    example: {
      params: { id: 1 },
      body: {
        name: 'Beta testers',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7', '42'] }],
      },
    },
  },
  'DELETE /api/admin/segments/:id': {
    id: 'removeSegment',
    tags: ['Segments'],
    summary: 'Delete a segment',
    description:
      'Deletes a segment. Refused with 409 while a rule, a default strategy, a release template or a release plan uses it.',
    permission: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    params: SegmentParams,
    responses: { 204: Nothing },
    example: { params: { id: 2 } },
  },
  'GET /api/admin/segments/:id/strategies': {
    id: 'getStrategiesBySegmentId',
    tags: ['Segments'],
    summary: 'List the rules that use a segment',
    description:
      'Returns the rules that use the segment, with their flag, project and environment, so that you know what a change affects.',
    permission: 'authenticated',
    params: SegmentParams,
    responses: { 200: SegmentStrategies },
    example: { params: { id: 1 } },
  },
  'GET /api/admin/segments/strategies/:strategyId': {
    id: 'getSegmentsByStrategyId',
    tags: ['Segments'],
    summary: 'List the segments of a rule',
    description: 'Returns the segments that a rule uses.',
    permission: 'authenticated',
    params: StrategyParams,
    responses: { 200: Segments },
    example: { params: { strategyId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP' } },
  },
})
