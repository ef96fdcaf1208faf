import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { type ChangesSearch, queryOf } from './search.ts'

const PAGE = 50

/** The key starts with `event`, which every change invalidates, so that the page is live. */
export const changedPages = (search: ChangesSearch) =>
  infiniteQueryOptions({
    queryKey: ['event', 'changed', search],
    queryFn: ({ pageParam, signal }) =>
      get(
        'GET /api/admin/changes',
        { query: { ...queryOf(search), limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const readEvent = async (id: number) =>
  (await get('GET /api/admin/search/events', { query: { id: `IS:${id}`, limit: '1' } })).events[0]
