import { queryOptions } from '@tanstack/react-query'
import { get } from './api.ts'

export const projectList = queryOptions({
  queryKey: ['project', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/projects', {}, signal)).projects,
})
