import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../../../../lib/api.ts'

const MINUTE_MS = 60_000
const MOST_EVENTS = '200'

/** Poll: usage is not an event, so the live stream does not report it. */
export const flagMetrics = (flag: string, hours: number) =>
  queryOptions({
    queryKey: ['usage', flag, hours],
    queryFn: async ({ signal }) => {
      const input = { params: { name: flag }, query: { hoursBack: String(hours) } }
      return (await get('GET /api/admin/client-metrics/features/:name/raw', input, signal)).data
    },
    staleTime: 0,
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

/** The events of the flag since a day. */
export const eventsSince = (flag: string, day: string) =>
  queryOptions({
    queryKey: ['event', 'flag', flag, 'since', day],
    queryFn: async ({ signal }) => {
      const query = { feature: `IS:${flag}`, from: `IS:${day}`, limit: MOST_EVENTS }
      return (await get('GET /api/admin/search/events', { query }, signal)).events
    },
    placeholderData: keepPreviousData,
  })
