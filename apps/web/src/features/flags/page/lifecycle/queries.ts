import type { FeatureLifecycleCompleted } from '@flagstaff/contract/lifecycle'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { type Place, paramsOf, touched } from '../queries.ts'
import { t } from './messages.ts'

export const flagStages = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'lifecycle'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:featureName/lifecycle',
        { params: paramsOf(place) },
        signal,
      ),
  })

/** Projects contain the number of flags per stage, so invalidate them too. */
const refresh = ({ flag }: Place) => [...touched(flag), ['project']]

export const useComplete = (place: Place) =>
  useChange<FeatureLifecycleCompleted>({
    run: (completion) =>
      send('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete', {
        params: paramsOf(place),
        body: completion,
      }),
    refresh: refresh(place),
    done: () => t('done.completed', { flag: place.flag }),
  })

export const useUncomplete = (place: Place) =>
  useChange<void>({
    run: () =>
      send('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete', {
        params: paramsOf(place),
      }),
    refresh: refresh(place),
    done: () => t('done.uncompleted', { flag: place.flag }),
  })
