import type { Tag } from '@flagstaff/contract/common'
import type { EventSearchResponse } from '@flagstaff/contract/events'
import type { FeatureTypes } from '@flagstaff/contract/flag-types'
import type { Feature } from '@flagstaff/contract/flags'
import type { FeatureLifecycleCount } from '@flagstaff/contract/lifecycle'
import type { FeatureSearchResponse, SearchFeatures } from '@flagstaff/contract/search'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call, read } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export type FlagRow = FeatureSearchResponse
export const PAGE = 100

const search = '/api/admin/search/features'
export const inProject = (project: string) => `/api/admin/projects/${encodeURIComponent(project)}`
export const at = ({ project, name }: { project: string; name: string }) =>
  `${inProject(project)}/features/${encodeURIComponent(name)}`

/** One page of what matches; pages are read on their own, as they come into view. */
export const flagPage = (query: string, page: number) =>
  queryOptions({
    queryKey: ['flag', 'list', query, page],
    queryFn: ({ signal }) =>
      read<SearchFeatures>(`${search}?${query}&limit=${PAGE}&offset=${page * PAGE}`, signal),
  })

/** How many flags are in which stage, of one project or of all one sees. */
export const stageCounts = (project: string | undefined) =>
  queryOptions({
    queryKey: ['flag', 'list', 'stages', project],
    queryFn: ({ signal }) =>
      read<FeatureLifecycleCount>(
        `/api/admin/lifecycle/count${project ? `?project=${encodeURIComponent(project)}` : ''}`,
        signal,
      ),
  })

export const flagTypeList = queryOptions({
  queryKey: ['type', 'list'],
  queryFn: async ({ signal }) => (await read<FeatureTypes>('/api/admin/feature-types', signal)).types,
})

export const creatorList = queryOptions({
  queryKey: ['event', 'creators'],
  queryFn: ({ signal }) => read<{ id: number; name: string }[]>('/api/admin/event-creators', signal),
})

/** The newest event of a flag: who did what. */
export const newestEvent = async (flag: string) => {
  const { events } = await read<EventSearchResponse>(
    `/api/admin/search/events?feature=IS:${encodeURIComponent(flag)}&limit=1`,
  )
  return events[0]
}

/** Fails with the reason when a flag cannot be called that. */
export const flagNameCheck = (name: string, project: string) =>
  queryOptions({
    queryKey: ['flag-name', project, name],
    queryFn: async ({ signal }) => {
      await call('POST', '/api/admin/features/validate', { name, projectId: project }, { signal })
      return true
    },
    retry: false,
    gcTime: 0,
  })

/** A flag came, went, or counts differently now. */
export const refresh = [['flag'], ['project']] as const

/** Rewrites a flag wherever a list shows it; returns what puts everything back. */
function paintRows(cache: QueryClient, names: ReadonlySet<string>, change: (row: FlagRow) => FlagRow) {
  const before = cache.getQueriesData<SearchFeatures>({ queryKey: ['flag', 'list'] })
  cache.setQueriesData<SearchFeatures | FeatureLifecycleCount>({ queryKey: ['flag', 'list'] }, (data) =>
    data && 'features' in data
      ? { ...data, features: data.features.map((row) => (names.has(row.name) ? change(row) : row)) }
      : data,
  )
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

export type Toggle = { name: string; project: string; environment: string; on: boolean; production: boolean }

const withEnvironment = (row: FlagRow, environment: string, enabled: boolean): FlagRow => ({
  ...row,
  environments: row.environments.map((one) => (one.name === environment ? { ...one, enabled } : one)),
})

export const useToggle = () =>
  useChange<Toggle>({
    alone: true,
    run: ({ environment, on, ...flag }) =>
      call('POST', `${at(flag)}/environments/${encodeURIComponent(environment)}/${on ? 'on' : 'off'}`),
    refresh: [['flag']],
    done: ({ name, environment, on }) => t(on ? 'done.on' : 'done.off', { name, environment }),
    paint: (cache, { name, environment, on, production }) =>
      production
        ? undefined
        : paintRows(cache, new Set([name]), (row) => withEnvironment(row, environment, on)),
  })

export const useStarFlag = () =>
  useChange<FlagRow>({
    alone: true,
    run: (flag) => call(flag.favorite ? 'DELETE' : 'POST', `${at(flag)}/favorites`),
    refresh: [['flag', 'list']],
    paint: (cache, { name, favorite }) =>
      paintRows(cache, new Set([name]), (row) => ({ ...row, favorite: !favorite })),
  })

export type Some = readonly { name: string; project: string }[]

/** One call for each project the flags are in; the last one's way back is offered, if there was only one. */
async function inEachProject(
  flags: Some,
  run: (project: string, features: string[]) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const groups = [...Map.groupBy(flags, ({ project }) => project)]
  let answer: Answer<unknown> = { data: undefined, undo: undefined, warnings: [] }
  for (const [project, own] of groups)
    answer = await run(
      project,
      own.map(({ name }) => name),
    )
  return groups.length === 1 ? answer : { ...answer, undo: undefined }
}

const first = (flags: Some) => ({ count: flags.length, name: flags[0]?.name ?? '' })

export const useSwitchMany = () =>
  useChange<{ flags: Some; environment: string; on: boolean }>({
    alone: true,
    run: ({ flags, environment, on }) =>
      inEachProject(flags, (project, features) =>
        call(
          'POST',
          `${inProject(project)}/bulk_features/environments/${encodeURIComponent(environment)}/${on ? 'on' : 'off'}`,
          { features },
        ),
      ),
    refresh,
    done: ({ flags, environment, on }) =>
      t(on ? 'done.manyOn' : 'done.manyOff', { ...first(flags), environment }),
  })

export const useMarkStale = () =>
  useChange<{ flags: Some; stale: boolean }>({
    alone: true,
    run: ({ flags, stale }) =>
      inEachProject(flags, (project, features) =>
        call('POST', `${inProject(project)}/stale`, { features, stale }),
      ),
    refresh,
    done: ({ flags, stale }) => t(stale ? 'done.stale' : 'done.notStale', first(flags)),
    paint: (cache, { flags, stale }) =>
      paintRows(cache, new Set(flags.map(({ name }) => name)), (row) => ({ ...row, stale })),
  })

const keyOf = ({ type, value }: Tag) => ({ type, value })

export const useTagMany = () =>
  useChange<{ flags: Some; added: Tag[]; removed: Tag[] }>({
    run: ({ flags, added, removed }) =>
      inEachProject(flags, (project, features) =>
        call('PUT', `${inProject(project)}/tags`, {
          features,
          tags: { addedTags: added.map(keyOf), removedTags: removed.map(keyOf) },
        }),
      ),
    refresh: [...refresh, ['tag']],
    done: ({ flags }) => t('done.tags', first(flags)),
  })

const usePerProject = (path: string, done: 'done.archived' | 'done.revived' | 'done.deleted') =>
  useChange<Some>({
    alone: true,
    run: (flags) =>
      inEachProject(flags, (project, features) =>
        call('POST', `${inProject(project)}/${path}`, { features }),
      ),
    refresh,
    done: (flags) => t(done, first(flags)),
  })

export const useArchive = () => usePerProject('archive', 'done.archived')
export const useRevive = () => usePerProject('revive', 'done.revived')
export const useDelete = () => usePerProject('delete', 'done.deleted')

/** Flags among these that others depend on: they cannot be archived. */
export const archiveBlockers = async (flags: Some): Promise<string[]> => {
  const groups = [...Map.groupBy(flags, ({ project }) => project)]
  const answers = await Promise.all(
    groups.map(([project, own]) =>
      call<{ parentsWithChildFeatures: string[] }>('POST', `${inProject(project)}/archive/validate`, {
        features: own.map(({ name }) => name),
      }),
    ),
  )
  return answers.flatMap(({ data }) => data.parentsWithChildFeatures)
}

export const useClone = () =>
  useChange<{ project: string; name: string; copy: string }, Feature>({
    run: ({ copy, ...flag }) => call('POST', `${at(flag)}/clone`, { name: copy, replaceGroupId: true }),
    refresh,
    done: ({ name, copy }) => t('done.cloned', { name, copy }),
  })
