import type { Event } from '@flagstaff/contract/events'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { filtersOf, type LogSearch, queryOf } from './search.ts'

const PAGE = 100
export const HEAD = 50
const EXPORTED = 1000

/** The newest events, or those before one. */
const page = (search: LogSearch, limit: number, before: number | undefined, signal?: AbortSignal) => {
  const query = {
    ...queryOf(search),
    limit: String(limit),
    ...(before === undefined ? {} : { before: String(before) }),
  }
  return get('GET /api/admin/search/events', { query }, signal)
}

/** The newest events; invalidated by every change, so that the log is live. */
export const newestEvents = (search: LogSearch) =>
  queryOptions({
    queryKey: ['event', 'newest', filtersOf(search)],
    queryFn: ({ signal }) => page(search, HEAD, undefined, signal),
  })

/** All events, page by page. The log is append-only, so pages never become stale. */
export const eventPages = (search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['log', filtersOf(search)],
    queryFn: ({ pageParam, signal }) => page(search, PAGE, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ events }) => (events.length < PAGE ? undefined : events.at(-1)?.id),
  })

export const eventCreators = queryOptions({
  queryKey: ['event', 'creators'],
  queryFn: ({ signal }) => get('GET /api/admin/event-creators', {}, signal),
})

export const projectNames = queryOptions({
  queryKey: ['project', 'list', 'names'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/projects', {}, signal)).projects,
})

/** All matching events. */
export async function readAllEvents(
  search: LogSearch,
  onProgress: (count: number) => void,
): Promise<Event[]> {
  const all: Event[] = []
  for (;;) {
    const { events } = await page(search, EXPORTED, all.at(-1)?.id)
    all.push(...events)
    onProgress(all.length)
    if (events.length < EXPORTED) return all
  }
}
