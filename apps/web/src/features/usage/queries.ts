import type { UnknownFlags } from '@flagstaff/contract/usage'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

/** The one asked for last comes first. A new flag makes it old, like a list of flags. */
export const unknownFlags = queryOptions({
  queryKey: ['flag', 'list', 'unknown'],
  queryFn: async ({ signal }) => {
    const { unknownFlags: found } = await read<UnknownFlags>('/api/admin/metrics/unknown-flags', signal)
    return found.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1))
  },
  staleTime: 0,
  refetchInterval: 60_000,
})
