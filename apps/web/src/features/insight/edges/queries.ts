import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

export const edgeList = queryOptions({
  queryKey: ['edge', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/edges', {}, signal),
  refetchInterval: 5_000,
})
