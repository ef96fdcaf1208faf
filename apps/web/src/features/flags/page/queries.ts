import type { EventSearchResponse } from '@flagstaff/contract/events'
import type { FeatureTypes } from '@flagstaff/contract/flag-types'
import type { Feature, UpdateFeature, ValidateArchiveFeatures } from '@flagstaff/contract/flags'
import type { SearchFeatures } from '@flagstaff/contract/search'
import type { Segments } from '@flagstaff/contract/segments'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call, read } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { showToast } from '../../../lib/toasts.ts'
import { t } from './messages.ts'

export type Place = { project: string; flag: string }
export type FlagEnvironment = NonNullable<Feature['environments']>[number]

const project = (id: string) => `/api/admin/projects/${encodeURIComponent(id)}`
export const addressOf = ({ project: id, flag }: Place) =>
  `${project(id)}/features/${encodeURIComponent(flag)}`
export const inEnvironment = (place: Place, environment: string) =>
  `${addressOf(place)}/environments/${encodeURIComponent(environment)}`

export const flagDetail = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project],
    queryFn: ({ signal }) => read<Feature>(addressOf(place), signal),
  })

/** Archived flags have no page of their own: the search still knows them. */
export const archivedFlag = ({ project: id, flag }: Place) =>
  queryOptions({
    queryKey: ['flag', flag, id, 'archived'],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        project: `IS:${id}`,
        archived: 'IS:true',
        query: flag,
        limit: '50',
      })
      const { features } = await read<SearchFeatures>(`/api/admin/search/features?${query}`, signal)
      return features.find(({ name }) => name === flag) ?? null
    },
  })

export const flagEvents = (flag: string) =>
  queryOptions({
    queryKey: ['event', 'flag', flag],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ feature: `IS:${flag}`, limit: '20' })
      return read<EventSearchResponse>(`/api/admin/search/events?${query}`, signal)
    },
  })

export const flagTypes = queryOptions({
  queryKey: ['type', 'list'],
  queryFn: async ({ signal }) => (await read<FeatureTypes>('/api/admin/feature-types', signal)).types,
})

export const segmentList = queryOptions({
  queryKey: ['segment', 'list'],
  queryFn: async ({ signal }) => (await read<Segments>('/api/admin/segments', signal)).segments ?? [],
})

export const archiveCheck = ({ project: id, flag }: Place) =>
  queryOptions({
    queryKey: ['flag', flag, id, 'archive-check'],
    queryFn: async () =>
      (await call<ValidateArchiveFeatures>('POST', `${project(id)}/archive/validate`, { features: [flag] }))
        .data,
    staleTime: 0,
  })

/** The flag, every list it is in, and what the log says of it. */
export const touched = (flag: string) => [['flag', flag], ['flag', 'list'], ['event']]

/** Shows the outcome before the server has answered. */
export function paintFlag(cache: QueryClient, place: Place, change: (flag: Feature) => Feature) {
  const { queryKey } = flagDetail(place)
  const before = cache.getQueryData(queryKey)
  if (!before) return undefined
  cache.setQueryData(queryKey, change(before))
  return () => void cache.setQueryData(queryKey, before)
}

/** For actions without a form: whatever is refused is said at once. Never rejects. */
export const telling = async (promise: Promise<unknown>): Promise<boolean> => {
  try {
    await promise
    return true
  } catch (error) {
    if (error instanceof ApiError && [400, 409, 412].includes(error.status))
      showToast(error.message, { tone: 'bad' })
    return false
  }
}

export const useStar = (place: Place) =>
  useChange<{ favorite: boolean }>({
    run: ({ favorite }) => call(favorite ? 'POST' : 'DELETE', `${addressOf(place)}/favorites`),
    refresh: touched(place.flag),
    paint: (cache, { favorite }) => paintFlag(cache, place, (flag) => ({ ...flag, favorite })),
  })

export const useMarkStale = (place: Place) =>
  useChange<{ stale: boolean }>({
    run: ({ stale }) => call('POST', `${project(place.project)}/stale`, { features: [place.flag], stale }),
    refresh: touched(place.flag),
    done: ({ stale }) => t(stale ? 'done.stale' : 'done.notStale', { flag: place.flag }),
  })

export const useUpdateFlag = (place: Place) =>
  useChange<{ change: UpdateFeature; version: number | undefined }>({
    run: ({ change, version }) => call('PUT', addressOf(place), change, { version }),
    refresh: touched(place.flag),
    done: () => t('done.saved', { flag: place.flag }),
  })

export const useArchive = (place: Place) =>
  useChange<void>({
    run: () => call('DELETE', addressOf(place)),
    refresh: touched(place.flag),
    done: () => t('done.archived', { flag: place.flag }),
  })

export const useRevive = (place: Place) =>
  useChange<void>({
    run: () => call('POST', `${project(place.project)}/revive`, { features: [place.flag] }),
    refresh: touched(place.flag),
    done: () => t('done.revived', { flag: place.flag }),
  })

export const useClone = (place: Place) =>
  useChange<{ name: string; replaceGroupId: boolean }>({
    run: (input) => call('POST', `${addressOf(place)}/clone`, input),
    refresh: [['flag', 'list'], ['event']],
    done: ({ name }) => t('done.cloned', { name }),
  })

export const useCreateFlag = (place: Place) =>
  useChange<void>({
    run: () => call('POST', `${project(place.project)}/features`, { name: place.flag, type: 'release' }),
    refresh: touched(place.flag),
    done: () => t('done.created', { flag: place.flag }),
  })

/** Undefined when the name can be taken; otherwise why it cannot. */
export async function refusalOfName(name: string, projectId: string): Promise<string | undefined> {
  try {
    await call('POST', '/api/admin/features/validate', { name, projectId })
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? error.message : undefined
  }
}

type Switch = { environment: string; on: boolean; production: boolean; activate?: boolean }

export const useSwitch = (place: Place) =>
  useChange<Switch>({
    run: ({ environment, on, activate = false }) =>
      call(
        'POST',
        `${inEnvironment(place, environment)}/${on ? 'on' : 'off'}${activate ? '?shouldActivateDisabledStrategies=true' : ''}`,
      ),
    refresh: touched(place.flag),
    done: ({ environment, on }) => t(on ? 'done.on' : 'done.off', { flag: place.flag, environment }),
    paint: (cache, { environment, on, production }) =>
      production
        ? undefined
        : paintFlag(cache, place, (flag) => ({
            ...flag,
            environments: (flag.environments ?? []).map((one) =>
              one.name === environment ? { ...one, enabled: on } : one,
            ),
          })),
  })
