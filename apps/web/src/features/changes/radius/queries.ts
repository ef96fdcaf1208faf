import type { NewChange } from '@flagstaff/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../lib/api.ts'

export type RequestRef = { project: string; id: number; edition: number }

/** Evaluated again only on demand, or if the request was edited. */
export const requestRadius = ({ project, id, edition }: RequestRef) =>
  queryOptions({
    queryKey: ['radius', 'request', project, id, edition],
    queryFn: async ({ signal }) =>
      (
        await send(
          'POST /api/admin/projects/:projectId/change-requests/:id/radius',
          { params: { projectId: project, id } },
          { signal },
        )
      ).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Previewed = {
  project: string
  environment: string
  change: NewChange
  /** The change is added to the open request of the user. */
  draft: boolean
}

export const changeRadius = ({ project, environment, change, draft }: Previewed) =>
  queryOptions({
    queryKey: ['radius', 'preview', project, environment, draft, change],
    queryFn: async ({ signal }) =>
      (
        await send(
          'POST /api/admin/projects/:projectId/environments/:environment/change-requests/preview',
          { params: { projectId: project, environment }, query: { draft }, body: change },
          { signal },
        )
      ).data.radius,
    retry: false,
    gcTime: 60_000,
  })
