import { queryOptions } from '@tanstack/react-query'
import { get } from './api.ts'

export const strategyList = queryOptions({
  queryKey: ['strategy', 'list'],
  // Changes of rules affect the usage counts without invalidating this query.
  staleTime: 0,
  queryFn: async ({ signal }) => (await get('GET /api/admin/strategies', {}, signal)).strategies,
})
