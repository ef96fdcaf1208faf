import type { TrafficRange } from '@flagstaff/contract/traffic'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'
import { type Grouping, periodOf } from './periods.ts'

const MINUTE = 60_000

export const traffic = (range: TrafficRange) =>
  queryOptions({
    queryKey: ['traffic', range],
    queryFn: ({ signal }) => get('GET /api/admin/traffic', { query: { range } }, signal),
    refetchInterval: MINUTE,
    placeholderData: keepPreviousData,
  })

export const dataUsage = (grouping: Grouping) =>
  queryOptions({
    queryKey: ['traffic', 'usage', grouping],
    queryFn: ({ signal }) =>
      get('GET /api/admin/metrics/traffic', { query: { grouping, ...periodOf(grouping) } }, signal),
    placeholderData: keepPreviousData,
  })

export const meteredRequests = (grouping: Grouping) =>
  queryOptions({
    queryKey: ['traffic', 'requests', grouping],
    queryFn: ({ signal }) =>
      get('GET /api/admin/metrics/request', { query: { grouping, ...periodOf(grouping) } }, signal),
    placeholderData: keepPreviousData,
  })

export const meteredConnections = (grouping: Grouping) =>
  queryOptions({
    queryKey: ['traffic', 'connections', grouping],
    queryFn: ({ signal }) =>
      get('GET /api/admin/metrics/connection', { query: { grouping, ...periodOf(grouping) } }, signal),
    placeholderData: keepPreviousData,
  })

/** Only the count: the list belongs to another feature. */
export const edgeCount = queryOptions({
  queryKey: ['edge', 'count'],
  queryFn: async ({ signal }) => {
    const { edges } = await get('GET /api/admin/edges', {}, signal)
    return new Set(edges.map(({ identifier }) => identifier)).size
  },
})

export const csvOf = (range: TrafficRange) => `${boot.basePath}/api/admin/traffic.csv?range=${range}`
