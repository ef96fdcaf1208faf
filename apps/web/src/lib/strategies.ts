import type { Strategies } from '@flagstaff/contract/strategy-types'
import { queryOptions } from '@tanstack/react-query'
import { read } from './api.ts'

export const strategyList = queryOptions({
  queryKey: ['strategy', 'list'],
  // Rules change how often one is used without touching it.
  staleTime: 0,
  queryFn: async ({ signal }) => (await read<Strategies>('/api/admin/strategies', signal)).strategies,
})
