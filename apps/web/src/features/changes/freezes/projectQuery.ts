import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

const LOOK_EVERY_MS = 60_000

/** Freezes that apply to a project. They start and end without an event, so look again every minute. */
export const projectFreezes = (projectId: string) =>
  queryOptions({
    queryKey: ['freeze', 'project', projectId],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/projects/:projectId/freezes', { params: { projectId } }, signal)).freezes,
    refetchInterval: LOOK_EVERY_MS,
  })
