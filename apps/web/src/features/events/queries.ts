import type { Event, EventCreators, EventSearchResponse } from '@flagstaff/contract/events'
import type { Projects } from '@flagstaff/contract/projects'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { filtersOf, type LogSearch, queryOf } from './search.ts'

const PAGE = 100
export const HEAD = 50
const EXPORTED = 1000

const page = (search: LogSearch, limit: number, offset: number, signal?: AbortSignal) => {
  const query = queryOf(search)
  query.set('limit', String(limit))
  query.set('offset', String(offset))
  return read<EventSearchResponse>(`/api/admin/search/events?${query}`, signal)
}

/** The newest; read again with every change, so that the log follows. */
export const newestEvents = (search: LogSearch) =>
  queryOptions({
    queryKey: ['event', 'newest', filtersOf(search)],
    queryFn: ({ signal }) => page(search, HEAD, 0, signal),
  })

/** All of them, page by page. What is in the log stays in it, so that pages are never old. */
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
  queryFn: ({ signal }) => read<EventCreators>('/api/admin/event-creators', signal),
})

export const projectNames = queryOptions({
  queryKey: ['project', 'list', 'names'],
  queryFn: async ({ signal }) => (await read<Projects>('/api/admin/projects', signal)).projects,
})

/** Everything that matches. New events push older ones down while it runs, so each is taken once. */
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
