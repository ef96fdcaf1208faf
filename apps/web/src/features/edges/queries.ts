import type { ConnectedEdges } from '@flagstaff/contract/receipts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

export const edgeList = queryOptions({
  queryKey: ['edge', 'list'],
  queryFn: ({ signal }) => read<ConnectedEdges>('/api/admin/edges', signal),
  refetchInterval: 5_000,
})
