import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'
import { dayOf, type KnownDays } from './days.ts'

export const PAGE = 200

export type ReportSearch = {
  /** A day; its end is reported. */
  at?: string | undefined
  project?: string | undefined
  environment?: string | undefined
  offset?: number | undefined
}

const filtersOf = ({ at, project, environment }: ReportSearch) => ({
  ...(at ? { at } : {}),
  ...(project ? { project } : {}),
  ...(environment ? { environment } : {}),
})

export const accessReport = (search: ReportSearch) =>
  queryOptions({
    queryKey: ['user', 'access-report', search],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/access-report',
        { query: { ...filtersOf(search), limit: PAGE, offset: search.offset ?? 0 } },
        signal,
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The days that can be reported. */
export const knownDays = queryOptions({
  queryKey: ['user', 'access-report', 'days'],
  queryFn: async ({ signal }): Promise<KnownDays> => {
    const { at, knownSince } = await get('GET /api/admin/access-report', { query: { limit: 1 } }, signal)
    return { first: knownSince && dayOf(knownSince), last: dayOf(at) }
  },
})

export const csvOf = (search: ReportSearch) =>
  `${boot.basePath}/api/admin/access-report.csv?${new URLSearchParams(filtersOf(search))}`
