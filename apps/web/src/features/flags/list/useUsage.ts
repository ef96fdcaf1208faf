import type { Sparkline } from '@flagstaff/contract/usage'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { send } from '../../../lib/api.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { type FlagRow, PAGE } from './queries.ts'

const HOURS = 48
const MINUTE_MS = 60_000

export type Usage = ReadonlyMap<string, Sparkline>

/** One request for all flags of a page, in any order. */
const usageOf = (names: readonly string[], environment: string | undefined) => {
  const features = names.toSorted()
  return queryOptions({
    queryKey: ['usage', 'list', environment, features],
    queryFn: async ({ signal }) => {
      const body = { features, ...(environment === undefined ? {} : { environment }), hours: HOURS }
      return (await send('POST /api/admin/usage/sparklines', { body }, { signal })).data.features
    },
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
}

const listsOf = (results: readonly { data: Sparkline[] | undefined }[]) => results.map(({ data }) => data)

/** Recent evaluations of the listed flags. Loaded after the rows, which do not wait for it. */
export function useUsage(rows: readonly FlagRow[], isWanted: boolean): Usage {
  const lens = usePreference('lens', '')
  const pages = useMemo(() => {
    const names = isWanted ? rows.map(({ name }) => name) : []
    const count = Math.ceil(names.length / PAGE)
    return Array.from({ length: count }, (_, page) => names.slice(page * PAGE, (page + 1) * PAGE))
  }, [rows, isWanted])
  const lists = useQueries({
    queries: pages.map((names) => usageOf(names, lens || undefined)),
    combine: listsOf,
  })
  return useMemo(() => new Map(lists.flatMap((list) => list ?? []).map((one) => [one.name, one])), [lists])
}
