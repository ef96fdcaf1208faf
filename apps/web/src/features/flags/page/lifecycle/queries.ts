import type { FeatureLifecycle, FeatureLifecycleCompleted } from '@flagstaff/contract/lifecycle'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { addressOf, type Place, touched } from '../queries.ts'
import { t } from './messages.ts'

export const flagStages = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'lifecycle'],
    queryFn: ({ signal }) => read<FeatureLifecycle>(`${addressOf(place)}/lifecycle`, signal),
  })

/** How many flags are in which stage stands with the project. */
const refresh = ({ flag }: Place) => [...touched(flag), ['project']]

export const useComplete = (place: Place) =>
  useChange<FeatureLifecycleCompleted>({
    run: (completion) => call('POST', `${addressOf(place)}/lifecycle/complete`, completion),
    refresh: refresh(place),
    done: () => t('done.completed', { flag: place.flag }),
  })

export const useUncomplete = (place: Place) =>
  useChange<void>({
    run: () => call('POST', `${addressOf(place)}/lifecycle/uncomplete`),
    refresh: refresh(place),
    done: () => t('done.uncompleted', { flag: place.flag }),
  })
