import type { LoginHistory } from '@flagstaff/contract/logins'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { boot } from '../../lib/boot.ts'

export const views = ['all', 'failed', 'login', 'logout'] as const
export type View = (typeof views)[number]

export const PAGE = 100

const filters: Record<View, Record<string, string>> = {
  all: {},
  failed: { successful: 'false' },
  login: { type: 'login', successful: 'true' },
  logout: { type: 'logout' },
}

export type LoginSearch = { q?: string | undefined; view?: View | undefined; offset?: number | undefined }

const pathOf = ({ q, view = 'all' }: LoginSearch, more: Record<string, string> = {}) =>
  `/api/admin/logins?${new URLSearchParams({ ...filters[view], ...(q ? { query: q } : {}), ...more })}`

export const loginHistory = (search: LoginSearch) =>
  queryOptions({
    queryKey: ['login', search],
    queryFn: ({ signal }) =>
      read<LoginHistory>(pathOf(search, { limit: String(PAGE), offset: String(search.offset ?? 0) }), signal),
    placeholderData: keepPreviousData,
  })

/** Everything that matches, as a file. */
export async function downloadCsv(search: LoginSearch) {
  const response = await fetch(`${boot.basePath}${pathOf(search)}`, { headers: { accept: 'text/csv' } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = 'logins.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
