import { EdgeObservability } from '../edges.ts'
import { FlagEnvironmentParams } from '../flags.ts'
import { operations } from '../operation.ts'
import { ConnectedEdges, FlagDelivery, FlagDeliveryQuery } from '../receipts.ts'

export const receiptsOperations = operations({
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/delivery': {
    id: 'getFlagDelivery',
    tags: ['Flagstaff'],
    summary: 'Check the delivery of a flag change',
    description:
      'Returns how many SDK instances and edges have received the latest change of the flag in the environment, and up to 100 that have not. With `revision`, it checks an earlier change.',
    permission: 'authenticated',
    params: FlagEnvironmentParams,
    query: FlagDeliveryQuery,
    responses: { 200: FlagDelivery },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
  'GET /api/admin/edges': {
    id: 'getEdges',
    tags: ['Flagstaff'],
    summary: 'List connected edges',
    description:
      'Returns the edges that reported in the last three minutes, with version, region, load and how many revisions they are behind, and the newest revision of each environment.',
    permission: 'authenticated',
    responses: { 200: ConnectedEdges },
    example: {},
  },
  'GET /api/admin/metrics/edges': {
    id: 'getConnectedEdges',
    tags: ['Unleash Edge'],
    summary: 'List connected edges with their latencies',
    description:
      'Returns the edges that reported in the last three minutes in the wire format of Unleash: one entry for each edge, with its latencies and the revision of each of its tokens. Projects that the caller cannot see are left out.',
    permission: 'authenticated',
    responses: { 200: EdgeObservability },
    example: {},
  },
})
