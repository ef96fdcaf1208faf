import { queryOptions } from '@tanstack/react-query'
import { get } from './api.ts'

export const contextFieldList = queryOptions({
  queryKey: ['context', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/context', { query: { include: 'project' } }, signal),
})
