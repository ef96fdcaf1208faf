import type { ActivityPeriod } from '@flagstaff/contract/home'
import type { ApiToken } from '@flagstaff/contract/tokens'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { readVisits } from '../../../lib/visits.ts'
import { t } from './messages.ts'

const MINUTE_MS = 60_000
const ASK_MS = 1_500

export const homePage = (activity: ActivityPeriod) => {
  const recent = readVisits().join(',')
  return queryOptions({
    queryKey: ['event', 'home', activity, recent],
    queryFn: ({ signal }) =>
      get('GET /api/admin/home', { query: { activity, ...(recent ? { recent } : {}) } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
}

/** Evaluations of flags in the last 48 hours. */
export const usageOf = (names: readonly string[]) => {
  const features = names.toSorted()
  return queryOptions({
    queryKey: ['usage', 'home', features],
    queryFn: async ({ signal }) => {
      const body = { features, hours: 48 }
      const { data } = await send('POST /api/admin/usage/sparklines', { body }, { signal })
      return new Map(
        data.features.map(({ name, yes, no }) => [name, yes.map((one, hour) => one + (no[hour] ?? 0))]),
      )
    },
    enabled: features.length > 0,
    staleTime: MINUTE_MS,
  })
}

/** Asks until an application has evaluated a flag: requests are not events, so the live stream does not report them. */
export const onboarding = (projectId: string, environment: string) =>
  queryOptions({
    queryKey: ['onboarding', projectId, environment],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/onboarding',
        { params: { projectId }, query: { environment } },
        signal,
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'onboarded' ? false : ASK_MS),
  })

type FirstFlag = { project: string; environment: string; name: string }

export const useCreateFirstFlag = () =>
  useChange<FirstFlag>({
    run: ({ project, environment, name }) =>
      send('POST /api/admin/projects/:projectId/features', {
        params: { projectId: project },
        body: {
          name,
          type: 'release',
          initialState: [
            {
              environment,
              strategies: [
                {
                  name: 'flexibleRollout',
                  parameters: { rollout: '100', stickiness: 'default', groupId: name },
                },
              ],
            },
          ],
        },
      }),
    refresh: [['flag'], ['event']],
    done: ({ name }) => t('welcome.created', { name }),
  })

type FirstToken = { project: string; environment: string; type: 'backend' | 'frontend' }

export const useCreateFirstToken = () =>
  useChange<FirstToken, ApiToken>({
    run: ({ project, environment, type }) =>
      send('POST /api/admin/projects/:projectId/api-tokens', {
        params: { projectId: project },
        body: { tokenName: `${project}-${environment}-${type}`, type, environment },
      }),
    refresh: [['token']],
    toastErrors: true,
  })
