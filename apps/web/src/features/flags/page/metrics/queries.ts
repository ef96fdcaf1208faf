import type { EventSearchResponse } from '@flagstaff/contract/events'
import type { FeatureMetrics } from '@flagstaff/contract/usage'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { read } from '../../../../lib/api.ts'

const MINUTE_MS = 60_000
const MOST_EVENTS = '200'

/** Counts change nothing, so the live stream does not tell of them: asked for again every minute. */
export const flagMetrics = (flag: string, hours: number) =>
  queryOptions({
    queryKey: ['usage', flag, hours],
    queryFn: async ({ signal }) => {
      const path = `/api/admin/client-metrics/features/${encodeURIComponent(flag)}/raw?hoursBack=${hours}`
      return (await read<FeatureMetrics>(path, signal)).data
    },
    staleTime: 0,
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

/** What happened to the flag since a day. */
export const eventsSince = (flag: string, day: string) =>
  queryOptions({
    queryKey: ['event', 'flag', flag, 'since', day],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ feature: `IS:${flag}`, from: `IS:${day}`, limit: MOST_EVENTS })
      return (await read<EventSearchResponse>(`/api/admin/search/events?${query}`, signal)).events
    },
    placeholderData: keepPreviousData,
  })
