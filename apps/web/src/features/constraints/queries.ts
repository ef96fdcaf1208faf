import type { ContextFields } from '@flagstaff/contract/context'
import { limits } from '@flagstaff/contract/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { uiConfig } from '../../lib/session.ts'

export const contextFieldList = queryOptions({
  queryKey: ['context', 'list'],
  queryFn: ({ signal }) => read<ContextFields>('/api/admin/context?include=project', signal),
})

/** What this installation allows; until it has said so, what is usual. */
export const useLimits = () => useQuery(uiConfig).data?.resourceLimits ?? limits
