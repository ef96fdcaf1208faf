import type { Feature, UpdateFeature } from '@flagstaff/contract/flags'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, get, orProposed, type Review, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { showToast } from '../../../lib/toasts.ts'
import { type RuleBody, wireOf } from '../rules/rule.ts'
import { t } from './messages.ts'

export type Place = { project: string; flag: string }
export type FlagEnvironment = NonNullable<Feature['environments']>[number]

export const paramsOf = ({ project, flag }: Place) => ({ projectId: project, featureName: flag })

export const flagDetail = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/features/:featureName', { params: paramsOf(place) }, signal),
  })

/** Archived flags have no page, but the search returns them. */
export const archivedFlag = ({ project, flag }: Place) =>
  queryOptions({
    queryKey: ['flag', flag, project, 'archived'],
    queryFn: async ({ signal }) => {
      const query = { project: `IS:${project}`, archived: 'IS:true', query: flag, limit: '50' }
      const { features } = await get('GET /api/admin/search/features', { query }, signal)
      return features.find(({ name }) => name === flag) ?? null
    },
  })

export const flagEvents = (flag: string) =>
  queryOptions({
    queryKey: ['event', 'flag', flag],
    queryFn: ({ signal }) =>
      get('GET /api/admin/search/events', { query: { feature: `IS:${flag}`, limit: '20' } }, signal),
  })

/** Where code mentions the flag. */
export const codeReferences = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'code-references'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:featureName/code-references',
        { params: paramsOf(place) },
        signal,
      ),
  })

const USAGE_HOURS = 48

/** Evaluations of a flag in the last 48 hours, by environment. */
export const flagUsage = (flag: string) =>
  queryOptions({
    queryKey: ['usage', 'flag', flag],
    queryFn: async ({ signal }) => {
      const body = { features: [flag], hours: USAGE_HOURS, byEnvironment: true }
      const { data } = await send('POST /api/admin/usage/sparklines', { body }, { signal })
      return data.features[0]?.environments ?? []
    },
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

export const flagTypes = queryOptions({
  queryKey: ['type', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/feature-types', {}, signal)).types,
})

export const archiveCheck = ({ project, flag }: Place) =>
  queryOptions({
    queryKey: ['flag', flag, project, 'archive-check'],
    queryFn: async () => {
      const input = { params: { projectId: project }, body: { features: [flag] } }
      return (await send('POST /api/admin/projects/:projectId/archive/validate', input)).data
    },
    staleTime: 0,
  })

/** Queries to invalidate: the flag, all lists, and the event log. */
export const touched = (flag: string) => [['flag', flag], ['flag', 'list'], ['event']]

/** Optimistic update of a flag. */
export function paintFlag(cache: QueryClient, place: Place, change: (flag: Feature) => Feature) {
  const { queryKey } = flagDetail(place)
  const before = cache.getQueryData(queryKey)
  if (!before) return undefined
  cache.setQueryData(queryKey, change(before))
  return () => void cache.setQueryData(queryKey, before)
}

/** For actions without a form: shows errors as toasts. Never rejects. */
export const withErrorToast = async (promise: Promise<unknown>): Promise<boolean> => {
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
    run: ({ favorite }) =>
      send(`${favorite ? 'POST' : 'DELETE'} /api/admin/projects/:projectId/features/:featureName/favorites`, {
        params: paramsOf(place),
      }),
    refresh: touched(place.flag),
    optimistic: (cache, { favorite }) => paintFlag(cache, place, (flag) => ({ ...flag, favorite })),
  })

export const useMarkStale = (place: Place) =>
  useChange<{ stale: boolean }>({
    run: ({ stale }) =>
      send('POST /api/admin/projects/:projectId/stale', {
        params: { projectId: place.project },
        body: { features: [place.flag], stale },
      }),
    refresh: touched(place.flag),
    done: ({ stale }) => t(stale ? 'done.stale' : 'done.notStale', { flag: place.flag }),
  })

export const useUpdateFlag = (place: Place) =>
  useChange<{ change: UpdateFeature; version: number | undefined }>({
    run: ({ change, version }) =>
      send(
        'PUT /api/admin/projects/:projectId/features/:featureName',
        { params: paramsOf(place), body: change },
        { version },
      ),
    refresh: touched(place.flag),
    done: () => t('done.saved', { flag: place.flag }),
  })

export const useArchive = (place: Place) =>
  useChange<{ review?: Review | undefined }>({
    run: ({ review }) =>
      send(
        'DELETE /api/admin/projects/:projectId/features/:featureName',
        { params: paramsOf(place) },
        { review },
      ),
    refresh: touched(place.flag),
    done: () => t('done.archived', { flag: place.flag }),
  })

export const useRevive = (place: Place) =>
  useChange<void>({
    run: () =>
      send('POST /api/admin/projects/:projectId/revive', {
        params: { projectId: place.project },
        body: { features: [place.flag] },
      }),
    refresh: touched(place.flag),
    done: () => t('done.revived', { flag: place.flag }),
  })

export const useClone = (place: Place) =>
  useChange<{ name: string; replaceGroupId: boolean }>({
    run: (copy) =>
      send('POST /api/admin/projects/:projectId/features/:featureName/clone', {
        params: paramsOf(place),
        body: copy,
      }),
    refresh: [['flag', 'list'], ['event']],
    done: ({ name }) => t('done.cloned', { name }),
  })

export const useCreateFlag = (place: Place) =>
  useChange<void>({
    run: () =>
      send('POST /api/admin/projects/:projectId/features', {
        params: { projectId: place.project },
        body: { name: place.flag, type: 'release' },
      }),
    refresh: touched(place.flag),
    done: () => t('done.created', { flag: place.flag }),
  })

/** The change requests of everybody that are open and change the flag. */
export const pendingRequests = (place: Place) =>
  queryOptions({
    queryKey: ['change-request', 'pending', place.project, place.flag],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/pending/:featureName',
        { params: paramsOf(place) },
        signal,
      ),
  })

/** Undefined if the name is available; otherwise the reason. */
export async function refusalOfName(name: string, projectId: string): Promise<string | undefined> {
  try {
    await send('POST /api/admin/features/validate', { body: { name, projectId } })
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? error.message : undefined
  }
}

const switchPath = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'
const rulesPath = `POST ${switchPath}/strategies` as const

type Switch = {
  environment: string
  on: boolean
  production: boolean
  activate?: boolean
  /** A rule to add first, for a flag that has none. */
  rule?: RuleBody | undefined
  review?: Review | undefined
}

export const useSwitch = (place: Place) =>
  useChange<Switch>({
    run: async ({ environment, on, activate = false, rule, review }) => {
      const params = { ...paramsOf(place), environment }
      // While the environment is off, the rule has no effect.
      if (rule) await orProposed(send(rulesPath, { params, body: wireOf(rule) }, { review }))
      const query = activate ? { shouldActivateDisabledStrategies: true } : {}
      return on
        ? send(`POST ${switchPath}/on`, { params, query }, { review })
        : send(`POST ${switchPath}/off`, { params }, { review })
    },
    refresh: touched(place.flag),
    done: ({ environment, on }) => t(on ? 'done.on' : 'done.off', { flag: place.flag, environment }),
    optimistic: (cache, { environment, on, production, review }) =>
      production || review
        ? undefined
        : paintFlag(cache, place, (flag) => ({
            ...flag,
            environments: (flag.environments ?? []).map((one) =>
              one.name === environment ? { ...one, enabled: on } : one,
            ),
          })),
  })
