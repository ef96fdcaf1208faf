import type {
  ApplicationDetails,
  ApplicationInstances,
  ApplicationOverview,
  Applications,
  CreateApplication,
  OutdatedSdks,
  ProjectApplications,
} from '@flagstaff/contract/applications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'
import { type ListSearch, toQuery } from './search.ts'

/** Being seen is no event, so that the live stream does not tell of it. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

const addressOf = (app: string) => `/api/admin/metrics/applications/${encodeURIComponent(app)}`

export const applicationList = (search: ListSearch) =>
  queryOptions({
    queryKey: ['application', 'list', toQuery(search)],
    queryFn: ({ signal }) => read<Applications>(`/api/admin/metrics/applications?${toQuery(search)}`, signal),
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const projectApplications = (project: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['application', 'project', project, toQuery(search)],
    queryFn: ({ signal }) =>
      read<ProjectApplications>(
        `/api/admin/projects/${encodeURIComponent(project)}/applications?${toQuery(search)}`,
        signal,
      ),
    placeholderData: keepPreviousData,
    ...fresh,
  })

/** Those below the versions advised, each with who has them. */
export const outdatedSdks = queryOptions({
  queryKey: ['application', 'outdated'],
  queryFn: async ({ signal }) => (await read<OutdatedSdks>('/api/admin/metrics/sdks/outdated', signal)).sdks,
})

export const applicationDetails = (app: string) =>
  queryOptions({
    queryKey: ['application', app],
    queryFn: ({ signal }) => read<ApplicationDetails>(addressOf(app), signal),
    ...fresh,
  })

export const applicationOverview = (app: string) =>
  queryOptions({
    queryKey: ['application', app, 'overview'],
    queryFn: ({ signal }) => read<ApplicationOverview>(`${addressOf(app)}/overview`, signal),
    ...fresh,
  })

export const instancesIn = (app: string, environment: string) =>
  queryOptions({
    queryKey: ['application', app, 'instances', environment],
    queryFn: async ({ signal }) => {
      const path = `/api/admin/metrics/instances/${encodeURIComponent(app)}/environment/${encodeURIComponent(environment)}`
      return (await read<ApplicationInstances>(path, signal)).instances
    },
    ...fresh,
  })

export const useDescribe = (app: string) =>
  useChange<CreateApplication>({
    run: (about) => call('POST', addressOf(app), about),
    refresh: [['application']],
    done: () => t('done.saved', { name: app }),
  })

export const useForget = (app: string) =>
  useChange<void>({
    run: () => call('DELETE', addressOf(app)),
    refresh: [['application', 'list']],
    done: () => t('done.deleted', { name: app }),
  })
