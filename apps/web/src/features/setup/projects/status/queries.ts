import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../../lib/api.ts'

export const projectStatus = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'status'],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/status', { params: { projectId: id } }, signal),
    staleTime: 0,
  })
