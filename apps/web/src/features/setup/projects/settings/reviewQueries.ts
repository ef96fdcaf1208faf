import type { ProtectedEnvironment, ProtectionOptions } from '@flagstaff/contract/change-requests'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { t } from '../messages.ts'

/** Whether changes need a review in an environment, and which. */
export type ReviewRules = ProtectionOptions & { enabled: boolean; requiredApprovals: number }

/** What a review needs, or would need if it was turned on here: then nobody passes alone, and results are exact. */
export const rulesOf = (stored: ProtectedEnvironment): ReviewRules => ({
  enabled: stored.changeRequestEnabled,
  requiredApprovals: stored.requiredApprovals ?? 1,
  offIsFree: stored.offIsFree,
  reasonRequired: stored.reasonRequired,
  adminsApproveOwn: stored.changeRequestEnabled && stored.adminsApproveOwn,
  strict: !stored.changeRequestEnabled || stored.strict,
})

/** Settings that environments have if reviews were turned on over the API, or before these were the default. */
export const isLoose = ({ changeRequestEnabled, adminsApproveOwn, strict }: ProtectedEnvironment): boolean =>
  changeRequestEnabled && (adminsApproveOwn || !strict)

export const reviewSettings = (project: string) =>
  queryOptions({
    queryKey: ['change-request', project, 'config'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/config',
        { params: { projectId: project } },
        signal,
      ),
  })

export const reviewAccounts = (project: string, environment: string) =>
  queryOptions({
    queryKey: ['reviewer', project, environment],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/config/:environment/accounts',
        { params: { projectId: project, environment } },
        signal,
      ),
  })

export const useSaveReviews = () =>
  useChange<ReviewRules & { project: string; environment: string }>({
    run: ({ project, environment, enabled, ...rules }) =>
      send('PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config', {
        params: { projectId: project, environment },
        body: { ...rules, changeRequestsEnabled: enabled },
      }),
    refresh: [['change-request'], ['project']],
    done: ({ environment }) => t('reviews.saved', { environment }),
  })
