import { requestOf } from '@flagstaff/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'

export const views = ['all', 'failed', 'login', 'logout'] as const
export type View = (typeof views)[number]

export const PAGE = 100

const filters = {
  all: {},
  failed: { successful: false },
  login: { type: 'login', successful: true },
  logout: { type: 'logout' },
} as const

export type LoginSearch = { q?: string | undefined; view?: View | undefined; offset?: number | undefined }

const queryOf = ({ q, view = 'all' }: LoginSearch) => ({ ...filters[view], ...(q ? { query: q } : {}) })

export const loginHistory = (search: LoginSearch) =>
  queryOptions({
    queryKey: ['login', search],
    queryFn: async ({ signal }) => {
      const query = { ...queryOf(search), limit: PAGE, offset: search.offset ?? 0 }
      const history = await get('GET /api/admin/logins', { query }, signal)
      if (typeof history === 'string') throw new Error('the server returned CSV')
      return history
    },
    placeholderData: keepPreviousData,
  })

/** Downloads all matching entries. */
export async function downloadCsv(search: LoginSearch) {
  const { path } = requestOf('GET /api/admin/logins', { query: queryOf(search) })
  const response = await fetch(`${boot.basePath}${path}`, { headers: { accept: 'text/csv' } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = 'logins.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
