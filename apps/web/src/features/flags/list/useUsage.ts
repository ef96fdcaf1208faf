import type { Sparkline, Sparklines } from '@flagstaff/contract/usage'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { type FlagRow, PAGE } from './queries.ts'

const HOURS = 48
const MINUTE_MS = 60_000

export type Usage = ReadonlyMap<string, Sparkline>

/** One request for all flags of a page, in no particular order. */
const usageOf = (names: readonly string[], environment: string | undefined) => {
  const features = names.toSorted()
  return queryOptions({
    queryKey: ['usage', 'list', environment, features],
    queryFn: async ({ signal }) => {
      const asked = { features, environment, hours: HOURS }
      return (await call<Sparklines>('POST', '/api/admin/usage/sparklines', asked, { signal })).data.features
    },
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
}

const listsOf = (results: readonly { data: Sparkline[] | undefined }[]) => results.map(({ data }) => data)

/** What the flags of the list were asked lately. It comes after the rows, and nothing waits for it. */
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
