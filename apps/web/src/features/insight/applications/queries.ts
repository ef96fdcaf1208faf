import type { CreateApplication } from '@flagstaff/contract/applications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { type ListSearch, toQuery } from './search.ts'

/** Poll: sightings are not events, so the live stream does not report them. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

export const applicationList = (search: ListSearch) =>
  queryOptions({
    queryKey: ['application', 'list', toQuery(search)],
    queryFn: ({ signal }) => get('GET /api/admin/metrics/applications', { query: toQuery(search) }, signal),
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const projectApplications = (project: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['application', 'project', project, toQuery(search)],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/applications',
        { params: { projectId: project }, query: toQuery(search) },
        signal,
      ),
    placeholderData: keepPreviousData,
    ...fresh,
  })

/** SDK versions below the recommended ones, with the applications that use them. */
export const outdatedSdks = queryOptions({
  queryKey: ['application', 'outdated'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/metrics/sdks/outdated', {}, signal)).sdks,
})

export const applicationDetails = (app: string) =>
  queryOptions({
    queryKey: ['application', app],
    queryFn: ({ signal }) =>
      get('GET /api/admin/metrics/applications/:appName', { params: { appName: app } }, signal),
    ...fresh,
  })

export const applicationOverview = (app: string) =>
  queryOptions({
    queryKey: ['application', app, 'overview'],
    queryFn: ({ signal }) =>
      get('GET /api/admin/metrics/applications/:appName/overview', { params: { appName: app } }, signal),
    ...fresh,
  })

export const instancesIn = (app: string, environment: string) =>
  queryOptions({
    queryKey: ['application', app, 'instances', environment],
    queryFn: async ({ signal }) => {
      const params = { appName: app, environment }
      const path = 'GET /api/admin/metrics/instances/:appName/environment/:environment'
      return (await get(path, { params }, signal)).instances
    },
    ...fresh,
  })

export const useDescribe = (app: string) =>
  useChange<CreateApplication>({
    run: (about) =>
      send('POST /api/admin/metrics/applications/:appName', { params: { appName: app }, body: about }),
    refresh: [['application']],
    done: () => t('done.saved', { name: app }),
  })

export const useForget = (app: string) =>
  useChange<void>({
    run: () => send('DELETE /api/admin/metrics/applications/:appName', { params: { appName: app } }),
    refresh: [['application', 'list']],
    done: () => t('done.deleted', { name: app }),
  })
