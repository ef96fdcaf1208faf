import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../../lib/api.ts'
import { isComplete } from './rules.ts'

/** The change of this revision, or the newest. */
export type Where = { project: string; flag: string; environment: string; revision?: number | undefined }

const EVERY_MS = 1_000
const PATIENCE_MS = 60_000

const flagDelivery = ({ project, flag, environment, revision }: Where) =>
  queryOptions({
    queryKey: ['delivery', flag, project, environment, revision],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/delivery',
        {
          params: { projectId: project, featureName: flag, environment },
          query: revision === undefined ? {} : { revision },
        },
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Polls every second until the delivery is complete or a minute has passed; then on demand. */
export function useReceipt(where: Where) {
  const [until, setUntil] = useState(() => Date.now() + PATIENCE_MS)
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...flagDelivery(where),
    refetchInterval: ({ state }) =>
      Date.now() < until && !(state.data && isComplete(state.data)) ? EVERY_MS : false,
  })
  return {
    receipt: data,
    error,
    over: Math.max(dataUpdatedAt, errorUpdatedAt) >= until,
    again: () => {
      setUntil(Date.now() + PATIENCE_MS)
      void refetch()
    },
  }
}
