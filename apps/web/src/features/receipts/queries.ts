import type { FlagDelivery } from '@flagstaff/contract/receipts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { isComplete } from './rules.ts'

/** A change: the one of this revision, or the newest. */
export type Where = { project: string; flag: string; environment: string; revision?: number | undefined }

const EVERY_MS = 1_000
const PATIENCE_MS = 60_000

const flagDelivery = ({ project, flag, environment, revision }: Where) =>
  queryOptions({
    queryKey: ['delivery', flag, project, environment, revision],
    queryFn: ({ signal }) => {
      const names = [project, flag, environment].map(encodeURIComponent)
      const path = `/api/admin/projects/${names[0]}/features/${names[1]}/environments/${names[2]}/delivery`
      return read<FlagDelivery>(revision === undefined ? path : `${path}?revision=${revision}`, signal)
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Asked every second until everybody has it or a minute has passed; then when somebody wants to know. */
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
