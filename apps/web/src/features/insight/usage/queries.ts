import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

/** Most recently evaluated first. Its key is that of a flag list, since a new flag invalidates it. */
export const unknownFlags = queryOptions({
  queryKey: ['flag', 'list', 'unknown'],
  queryFn: async ({ signal }) => {
    const { unknownFlags: found } = await get('GET /api/admin/metrics/unknown-flags', {}, signal)
    return found.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1))
  },
  staleTime: 0,
  refetchInterval: 60_000,
})
