import type { Event } from '@flagstaff/contract/events'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'
import { filtersOf, type LogSearch, queryOf } from './search.ts'

const PAGE = 100
export const HEAD = 50
const EXPORTED = 1000

const page = (search: LogSearch, limit: number, offset: number, signal?: AbortSignal) => {
  const query = { ...queryOf(search), limit: String(limit), offset: String(offset) }
  return get('GET /api/admin/search/events', { query }, signal)
}

/** The newest events; invalidated by every change, so that the log is live. */
export const newestEvents = (search: LogSearch) =>
  queryOptions({
    queryKey: ['event', 'newest', filtersOf(search)],
    queryFn: ({ signal }) => page(search, HEAD, 0, signal),
  })

/** All events, page by page. The log is append-only, so pages never become stale. */
export const eventPages = (search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['log', filtersOf(search)],
    queryFn: ({ pageParam, signal }) => page(search, PAGE, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ events }, pages) =>
      events.length < PAGE ? undefined : pages.reduce((sum, { events: list }) => sum + list.length, 0),
  })

export const eventCreators = queryOptions({
  queryKey: ['event', 'creators'],
  queryFn: ({ signal }) => get('GET /api/admin/event-creators', {}, signal),
})

export const projectNames = queryOptions({
  queryKey: ['project', 'list', 'names'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/projects', {}, signal)).projects,
})

/** All matching events. New events shift the pages during loading, so duplicates are removed. */
export async function readAllEvents(
  search: LogSearch,
  onProgress: (count: number) => void,
): Promise<Event[]> {
  const all = new Map<number, Event>()
  for (let offset = 0; ; offset += EXPORTED) {
    const { events } = await page(search, EXPORTED, offset)
    for (const event of events) all.set(event.id, event)
    onProgress(all.size)
    if (events.length < EXPORTED) return [...all.values()]
  }
}
