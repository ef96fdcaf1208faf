import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'
import { type InsightsSearch, queryOf } from './search.ts'

export const insightCharts = (search: InsightsSearch) => {
  const query = queryOf(search)
  return queryOptions({
    queryKey: ['insights', 'charts', query],
    queryFn: ({ signal }) => get('GET /api/admin/insights/charts', { query }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

export const projectInsights = (projectId: string) =>
  queryOptions({
    queryKey: ['insights', 'project', projectId],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/insights', { params: { projectId } }, signal),
    staleTime: 30_000,
  })

export const csvOf = (search: InsightsSearch) =>
  `${boot.basePath}/api/admin/insights/charts.csv?${new URLSearchParams(queryOf(search) as Record<string, string>)}`
