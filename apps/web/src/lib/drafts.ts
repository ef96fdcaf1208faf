import type { ChangeRequest } from '@flagstaff/contract/requests'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { t } from '../messages/en.ts'
import { get } from './api.ts'
import { showToast } from './toasts.ts'

/** The change requests of this user that are not applied, rejected or cancelled. */
export const openRequests = (project: string) =>
  queryOptions({
    queryKey: ['change-request', 'open', project],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/open',
        { params: { projectId: project } },
        signal,
      ),
  })

export const requestPath = ({ project, id }: Pick<ChangeRequest, 'project' | 'id'>): string =>
  `/projects/${encodeURIComponent(project)}/change-requests/${id}`

export const countChanges = ({ features, segments }: Pick<ChangeRequest, 'features' | 'segments'>): number =>
  features.reduce((sum, { changes }) => sum + changes.length, segments.length)

export const lookAt = (request: Pick<ChangeRequest, 'project' | 'id'>) => ({
  label: t('draft.look'),
  to: requestPath(request),
})

/** Says where a change went that was not made at once. */
export function toastProposed(cache: QueryClient, request: ChangeRequest) {
  const key = request.state === 'Draft' ? 'draft.added' : 'draft.addedToRequest'
  showToast(t(key, { environment: request.environment }), { link: lookAt(request) })
  // Not awaited: the live stream refreshes the draft too.
  void cache.invalidateQueries({ queryKey: ['change-request'] })
}
