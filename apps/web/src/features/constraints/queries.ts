import type { OperatorSupport } from '@flagstaff/contract/applications'
import type { ContextFields } from '@flagstaff/contract/context'
import { limits } from '@flagstaff/contract/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { uiConfig } from '../../lib/session.ts'

export const contextFieldList = queryOptions({
  queryKey: ['context', 'list'],
  queryFn: ({ signal }) => read<ContextFields>('/api/admin/context?include=project', signal),
})

/** Which applications ignore the newer operators. Being seen is no event, so that the live stream does not tell of it. */
export const operatorSupport = (project: string) =>
  queryOptions({
    queryKey: ['application', 'project', project, 'operators'],
    queryFn: ({ signal }) =>
      read<OperatorSupport>(`/api/admin/projects/${encodeURIComponent(project)}/sdks/operators`, signal),
    staleTime: 0,
  })

/** What this installation allows; until it has said so, what is usual. */
export const useLimits = () => useQuery(uiConfig).data?.resourceLimits ?? limits
