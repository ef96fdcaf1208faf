import Type from 'typebox'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import {
  MeteredConnections,
  MeteredRequests,
  NetworkTraffic,
  RequestsPerSecondSegmented,
  TrafficPeriodQuery,
  TrafficQuery,
  TrafficUsage,
} from '../traffic.ts'

const example = { query: { grouping: 'daily', from: '2026-11-01', to: '2026-11-30' } }

export const trafficOperations = operations({
  'GET /api/admin/traffic': {
    id: 'getNetworkTraffic',
    tags: ['Flagstaff'],
    summary: 'Get requests of a range',
    description:
      'Returns the requests of the last hour, day, month or year by API, with their status classes, and the applications that sent most of them. Months and years have no applications: those are kept for two days.',
    permission: 'ADMIN',
    query: TrafficQuery,
    responses: { 200: NetworkTraffic },
    example: { query: { range: 'day' } },
  },
  'GET /api/admin/traffic.csv': {
    id: 'getNetworkTrafficCsv',
    tags: ['Flagstaff'],
    summary: 'Get requests of a range as CSV',
    description:
      'Returns a CSV file with a row for each API and one for the edges: the requests of the range, how they were answered, and the application that sent most of them.',
    permission: 'ADMIN',
    query: TrafficQuery,
    responses: { 200: Type.String() },
    example: { query: { range: 'day' } },
  },
  'GET /api/admin/metrics/rps': {
    id: 'getRequestsPerSecond',
    tags: ['Metrics'],
    summary: 'Get requests per second',
    description:
      'Returns the requests per second of the last six hours by application and endpoint, in the format of Prometheus: the 100 series with most requests, with a value for each five minutes. It is computed from the counts in the database, so no Prometheus is needed.',
    permission: 'ADMIN',
    responses: { 200: RequestsPerSecondSegmented },
    example: {},
  },
  'GET /api/admin/metrics/traffic': {
    id: 'getTrafficDataUsageForPeriod',
    tags: ['Metrics'],
    summary: 'Get requests of a period by API',
    description:
      'Returns the requests to servers and edges by API and status class, for each day or month from `from` to `to` (UTC). A period has at most 400 days.',
    permission: 'ADMIN',
    query: TrafficPeriodQuery,
    responses: { 200: TrafficUsage },
    example,
  },
  'GET /api/admin/metrics/request': {
    id: 'getRequestsForPeriod',
    tags: ['Metrics'],
    summary: 'Get frontend requests of a period',
    description:
      'Returns the requests to the frontend API of servers and edges, for each day or month from `from` to `to` (UTC).',
    permission: 'ADMIN',
    query: TrafficPeriodQuery,
    responses: { 200: MeteredRequests },
    example,
  },
  'GET /api/admin/metrics/connection': {
    id: 'getConnectionsForPeriod',
    tags: ['Metrics'],
    summary: 'Get backend connections of a period',
    description:
      'Returns the mean number of backend SDKs, for each day or month from `from` to `to` (UTC). One connection is 5,760 requests for flags a day: an SDK that polls every 15 seconds.',
    permission: 'ADMIN',
    query: TrafficPeriodQuery,
    responses: { 200: MeteredConnections },
    example,
  },
  'POST /api/admin/streaming/disconnect-all': {
    id: 'disconnectAll',
    tags: ['Unleash Edge'],
    summary: 'Disconnect all streams',
    description:
      'Closes every open stream of every server and of the edges that stream from one, spread over ten seconds. Clients reconnect and get what they missed, so no change is lost.',
    permission: 'ADMIN',
    responses: { 200: Nothing },
    example: {},
  },
})
