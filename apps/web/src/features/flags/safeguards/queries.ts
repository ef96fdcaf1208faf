import type { CreateSafeguard } from '@flagstaff/contract/release-plans'
import { type Review, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { type Place, paramsOf, touched } from '../page/queries.ts'
import { t } from './messages.ts'

const base = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

/** Where safeguards are: of a plan, or of the flag in an environment. */
export type GuardPlace = { place: Place; environment: string; plan: string | undefined }

type Way = { review?: Review | undefined }

export function useSafeguardChanges({ place, environment, plan }: GuardPlace) {
  const params = { ...paramsOf(place), environment }
  const refresh = touched(place.flag)
  return {
    save: useChange<Way & { safeguard: CreateSafeguard }>({
      run: ({ safeguard: body, review }) =>
        plan
          ? send(
              `PUT ${base}/release-plans/:planId/safeguards`,
              { params: { ...params, planId: plan }, body },
              { review },
            )
          : send(`PUT ${base}/safeguards`, { params, body }, { review }),
      refresh,
      done: () => t('done.saved'),
    }),
    remove: useChange<Way & { id: string }>({
      run: ({ id: safeguardId, review }) =>
        plan
          ? send(
              `DELETE ${base}/release-plans/:planId/safeguards/:safeguardId`,
              { params: { ...params, planId: plan, safeguardId } },
              { review },
            )
          : send(
              `DELETE ${base}/safeguards/:safeguardId`,
              { params: { ...params, safeguardId } },
              { review },
            ),
      refresh,
      done: () => t('done.deleted'),
    }),
  }
}
