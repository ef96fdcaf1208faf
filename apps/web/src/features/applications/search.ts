import { textOf } from '../../lib/address.ts'

export const PAGE = 50

/** What is looked for, in which order, from which page on. */
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

/** As the server takes it. */
export function toQuery({ q = '', order = undefined, page = 1 }: ListSearch): string {
  return new URLSearchParams({
    query: q,
    sortOrder: order ?? 'asc',
    limit: String(PAGE),
    offset: String((page - 1) * PAGE),
  }).toString()
}
