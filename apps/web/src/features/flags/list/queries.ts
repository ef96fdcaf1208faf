import type { Tag } from '@flagstaff/contract/common'
import type { FeatureLifecycleCount } from '@flagstaff/contract/lifecycle'
import type { FeatureSearchResponse, SearchFeatures, SearchFeaturesQuery } from '@flagstaff/contract/search'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, get, orProposed, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export type FlagRow = FeatureSearchResponse
export const PAGE = 100

const paramsOf = ({ project, name }: { project: string; name: string }) => ({
  projectId: project,
  featureName: name,
})

/** One page of results; pages are loaded separately, as they become visible. */
export const flagPage = (query: SearchFeaturesQuery, page: number) =>
  queryOptions({
    queryKey: ['flag', 'list', query, page],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/search/features',
        { query: { ...query, limit: String(PAGE), offset: String(page * PAGE) } },
        signal,
      ),
  })

/** The number of flags per lifecycle stage, of one project or of all visible ones. */
export const stageCounts = (project: string | undefined) =>
  queryOptions({
    queryKey: ['flag', 'list', 'stages', project],
    queryFn: ({ signal }) =>
      get('GET /api/admin/lifecycle/count', { query: project ? { project } : {} }, signal),
  })

export const flagTypeList = queryOptions({
  queryKey: ['type', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/feature-types', {}, signal)).types,
})

export const creatorList = queryOptions({
  queryKey: ['event', 'creators'],
  queryFn: ({ signal }) => get('GET /api/admin/event-creators', {}, signal),
})

export const ownerList = queryOptions({
  queryKey: ['flag', 'list', 'owners'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/flag-owners', {}, signal)).owners,
})

/** The newest event of a flag. */
export const newestEvent = async (flag: string) => {
  const { events } = await get('GET /api/admin/search/events', {
    query: { feature: `IS:${flag}`, limit: '1' },
  })
  return events[0]
}

/** Fails with the reason if the flag name is invalid or taken. */
export const flagNameCheck = (name: string, project: string) =>
  queryOptions({
    queryKey: ['flag-name', project, name],
    queryFn: async ({ signal }) => {
      await send('POST /api/admin/features/validate', { body: { name, projectId: project } }, { signal })
      return true
    },
    retry: false,
    gcTime: 0,
  })

/** Queries to invalidate when flags are created, deleted or counted differently. */
export const refresh = [['flag'], ['project']] as const

/** Optimistic update of a flag in all lists; returns a rollback. */
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
    toastErrors: true,
    run: ({ environment, on, ...flag }) =>
      send(
        `POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/${on ? 'on' : 'off'}`,
        { params: { ...paramsOf(flag), environment } },
      ),
    refresh: [['flag']],
    done: ({ name, environment, on }) => t(on ? 'done.on' : 'done.off', { name, environment }),
    optimistic: (cache, { name, environment, on, production }) =>
      production
        ? undefined
        : paintRows(cache, new Set([name]), (row) => withEnvironment(row, environment, on)),
  })

export const useStarFlag = () =>
  useChange<FlagRow>({
    toastErrors: true,
    run: (flag) =>
      send(
        `${flag.favorite ? 'DELETE' : 'POST'} /api/admin/projects/:projectId/features/:featureName/favorites`,
        { params: paramsOf(flag) },
      ),
    refresh: [['flag', 'list']],
    optimistic: (cache, { name, favorite }) =>
      paintRows(cache, new Set([name]), (row) => ({ ...row, favorite: !favorite })),
  })

export type Some = readonly { name: string; project: string }[]

/** One request for each project of the flags; undo is offered only if there was a single one. */
async function inEachProject(
  flags: Some,
  run: (project: string, features: string[]) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const groups = [...Map.groupBy(flags, ({ project }) => project)]
  let answer: Answer<unknown> = { data: undefined, undo: undefined, warnings: [] }
  for (const [project, own] of groups) {
    const names = own.map(({ name }) => name)
    const { proposed } = answer
    answer = { ...(proposed ? { proposed } : {}), ...(await orProposed(run(project, names))) }
  }
  return groups.length === 1 ? answer : { ...answer, undo: undefined }
}

const first = (flags: Some) => ({ count: flags.length, name: flags[0]?.name ?? '' })

export const useSwitchMany = () =>
  useChange<{ flags: Some; environment: string; on: boolean }>({
    toastErrors: true,
    run: ({ flags, environment, on }) =>
      inEachProject(flags, (project, features) =>
        send(
          `POST /api/admin/projects/:projectId/bulk_features/environments/:environment/${on ? 'on' : 'off'}`,
          { params: { projectId: project, environment }, body: { features } },
        ),
      ),
    refresh,
    done: ({ flags, environment, on }) =>
      t(on ? 'done.manyOn' : 'done.manyOff', { ...first(flags), environment }),
  })

export const useMarkStale = () =>
  useChange<{ flags: Some; stale: boolean }>({
    toastErrors: true,
    run: ({ flags, stale }) =>
      inEachProject(flags, (project, features) =>
        send('POST /api/admin/projects/:projectId/stale', {
          params: { projectId: project },
          body: { features, stale },
        }),
      ),
    refresh,
    done: ({ flags, stale }) => t(stale ? 'done.stale' : 'done.notStale', first(flags)),
    optimistic: (cache, { flags, stale }) =>
      paintRows(cache, new Set(flags.map(({ name }) => name)), (row) => ({ ...row, stale })),
  })

const keyOf = ({ type, value }: Tag) => ({ type, value })

export const useTagMany = () =>
  useChange<{ flags: Some; added: Tag[]; removed: Tag[] }>({
    run: ({ flags, added, removed }) =>
      inEachProject(flags, (project, features) =>
        send('PUT /api/admin/projects/:projectId/tags', {
          params: { projectId: project },
          body: { features, tags: { addedTags: added.map(keyOf), removedTags: removed.map(keyOf) } },
        }),
      ),
    refresh: [...refresh, ['tag']],
    done: ({ flags }) => t('done.tags', first(flags)),
  })

const usePerProject = (
  action: 'archive' | 'revive' | 'delete',
  done: 'done.archived' | 'done.revived' | 'done.deleted',
) =>
  useChange<Some>({
    toastErrors: true,
    run: (flags) =>
      inEachProject(flags, (project, features) =>
        send(`POST /api/admin/projects/:projectId/${action}`, {
          params: { projectId: project },
          body: { features },
        }),
      ),
    refresh,
    done: (flags) => t(done, first(flags)),
  })

export const useArchive = () => usePerProject('archive', 'done.archived')
export const useRevive = () => usePerProject('revive', 'done.revived')
export const useDelete = () => usePerProject('delete', 'done.deleted')

/** Flags that others depend on, which cannot be archived. */
export const archiveBlockers = async (flags: Some): Promise<string[]> => {
  const groups = [...Map.groupBy(flags, ({ project }) => project)]
  const answers = await Promise.all(
    groups.map(([project, own]) =>
      send('POST /api/admin/projects/:projectId/archive/validate', {
        params: { projectId: project },
        body: { features: own.map(({ name }) => name) },
      }),
    ),
  )
  return answers.flatMap(({ data }) => data.parentsWithChildFeatures)
}

export const useClone = () =>
  useChange<{ project: string; name: string; copy: string }>({
    run: ({ copy, ...flag }) =>
      send('POST /api/admin/projects/:projectId/features/:featureName/clone', {
        params: paramsOf(flag),
        body: { name: copy, replaceGroupId: true },
      }),
    refresh,
    done: ({ name, copy }) => t('done.cloned', { name, copy }),
  })
