import type { ProjectStatus } from '@flagstaff/contract/project-status'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../lib/api.ts'

export const projectStatus = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'status'],
    queryFn: ({ signal }) =>
      read<ProjectStatus>(`/api/admin/projects/${encodeURIComponent(id)}/status`, signal),
    staleTime: 0,
  })
