import type { ApplicationsQuery } from '@flagstaff/contract/applications'
import { textOf } from '../../../lib/address.ts'

export const PAGE = 50

/** Search text, order and page. */
export type ListSearch = {
  q?: string | undefined
  order?: 'desc' | undefined
  page?: number | undefined
}

export function readListSearch(search: Record<string, unknown>): ListSearch {
  const page = Number(search.page)
  return {
    q: textOf(search.q),
    order: search.order === 'desc' ? 'desc' : undefined,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  }
}

/** The query parameters of the server. */
export const toQuery = ({ q = '', order = undefined, page = 1 }: ListSearch): ApplicationsQuery => ({
  query: q,
  sortOrder: order ?? 'asc',
  limit: String(PAGE),
  offset: String((page - 1) * PAGE),
})
