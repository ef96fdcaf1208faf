import type { Ramp, SetGuard } from '@flagstaff/contract/guards'
import { queryOptions } from '@tanstack/react-query'
import { get, type Review, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { type Place, paramsOf, touched } from '../page/queries.ts'
import { t } from './messages.ts'

const base = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

export type GuardPlace = { place: Place; environment: string; plan: string }

const keyOf = ({ place, environment, plan }: GuardPlace) =>
  ['flag', place.flag, place.project, 'guards', environment, plan] as const

/** Reports do not change the flag, so nothing announces them: they are read again while the page is open. */
const OFTEN_MS = 15_000

export const planGuards = (at: GuardPlace) =>
  queryOptions({
    queryKey: keyOf(at),
    queryFn: async ({ signal }) => {
      const params = { ...paramsOf(at.place), environment: at.environment, planId: at.plan }
      return (await get(`GET ${base}/release-plans/:planId/guards`, { params }, signal)).guards
    },
    refetchInterval: OFTEN_MS,
  })

export const guardSeries = (at: GuardPlace, guard: string) =>
  queryOptions({
    queryKey: [...keyOf(at), guard],
    queryFn: async ({ signal }) => {
      const params = {
        ...paramsOf(at.place),
        environment: at.environment,
        planId: at.plan,
        guardId: guard,
      }
      return (await get(`GET ${base}/release-plans/:planId/guards/:guardId/series`, { params }, signal))
        .points
    },
    refetchInterval: OFTEN_MS,
  })

export const guardSuggestions = (place: Place, environment: string) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'suggestions', environment],
    queryFn: ({ signal }) =>
      get(`GET ${base}/guards`, { params: { ...paramsOf(place), environment } }, signal),
    staleTime: 0,
  })

type Way = { review?: Review | undefined }

export function useGuardChanges({ place, environment, plan }: GuardPlace) {
  const params = { ...paramsOf(place), environment, planId: plan }
  const refresh = touched(place.flag)
  return {
    save: useChange<Way & { id: string; guard: SetGuard }>({
      run: ({ id: guardId, guard: body, review }) =>
        send(
          `PUT ${base}/release-plans/:planId/guards/:guardId`,
          { params: { ...params, guardId }, body },
          { review },
        ),
      refresh,
      done: () => t('done.saved'),
    }),
    remove: useChange<Way & { id: string }>({
      run: ({ id: guardId, review }) =>
        send(
          `DELETE ${base}/release-plans/:planId/guards/:guardId`,
          { params: { ...params, guardId } },
          { review },
        ),
      refresh,
      done: () => t('done.deleted'),
    }),
  }
}

export const useRamp = (place: Place, environment: string) =>
  useChange<Way & { ramp: Ramp }>({
    run: ({ ramp: body, review }) =>
      send(`POST ${base}/ramp`, { params: { ...paramsOf(place), environment }, body }, { review }),
    refresh: touched(place.flag),
    done: () => t('done.started', { environment }),
  })
