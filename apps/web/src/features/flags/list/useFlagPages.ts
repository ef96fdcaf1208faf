import type { SearchFeatures, SearchFeaturesQuery } from '@flagstaff/contract/search'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type FlagRow, flagPage, PAGE } from './queries.ts'

const dataOf = (results: readonly { data: SearchFeatures | undefined }[]) => results.map(({ data }) => data)

export type FlagPages = ReturnType<typeof useFlagPages>

/** Rows by position. The first page has the total; the others are loaded while they are visible. */
export function useFlagPages(query: SearchFeaturesQuery) {
  const first = useQuery({ ...flagPage(query, 0), placeholderData: keepPreviousData })
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  // How many rows are drawn: none until the first page has arrived.
  const total = first.data ? (first.data.total ?? 0) : 0
  const lastPage = Math.max(0, Math.ceil(total / PAGE) - 1)
  const wanted = useMemo(() => {
    const [from, to] = [Math.floor(range[0] / PAGE), Math.min(lastPage, Math.floor(range[1] / PAGE))]
    const pages: number[] = []
    for (let page = Math.max(1, from); page <= to; page += 1) pages.push(page)
    return pages
  }, [range, lastPage])
  const rest = useQueries({
    queries: wanted.map((page) => ({ ...flagPage(query, page), enabled: !first.isPlaceholderData })),
    combine: dataOf,
  })
  const firstPage = first.data
  const rowAt = useCallback(
    (index: number): FlagRow | undefined => {
      const page = Math.floor(index / PAGE)
      const data = page === 0 ? firstPage : rest[wanted.indexOf(page)]
      return data?.features[index % PAGE]
    },
    [firstPage, rest, wanted],
  )
  const show = useCallback((from: number, to: number) => {
    setRange((now) => (now[0] === from && now[1] === to ? now : [from, to]))
  }, [])
  const loaded = useMemo(
    () => [firstPage, ...rest].flatMap((page) => page?.features ?? []),
    [firstPage, rest],
  )
  return {
    total,
    rowAt,
    show,
    loaded,
    error: first.error,
    isPending: first.isPending,
    refetch: first.refetch,
  }
}
