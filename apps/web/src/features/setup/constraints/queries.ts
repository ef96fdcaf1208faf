import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

/**
 * Applications that do not support the newer operators. Poll: sightings are not events, so the live stream does not
 * report them.
 */
export const operatorSupport = (project: string) =>
  queryOptions({
    queryKey: ['application', 'project', project, 'operators'],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/sdks/operators', { params: { projectId: project } }, signal),
    staleTime: 0,
  })
