import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { pathOf } from '../../../lib/flagPath.ts'
import { bestFirst } from './best.ts'
import { flagsCalled } from './queries.ts'

const PAUSE_MS = 40
const LEAST = 2
const SHOWN = 8

/** Flags of all projects whose name or description contains every word; the best few. */
export function useFoundFlags(text: string) {
  const [settled] = useDebouncedValue(text.trim().toLowerCase(), PAUSE_MS)
  const words = settled.split(/\s+/).filter(Boolean)
  // The server searches for one text; the longest word returns the fewest results to filter here.
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const asked = longest.length >= LEAST
  const { data } = useQuery({
    ...flagsCalled(longest),
    enabled: asked,
    placeholderData: keepPreviousData,
  })
  if (!asked || text.trim().length < LEAST) return { flags: [], total: 0 }
  const found = bestFirst(choicesOf({ data: data?.features }), words)
  const total = words.length === 1 ? (data?.total ?? found.length) : found.length
  return { flags: found.slice(0, SHOWN).map((flag) => ({ ...flag, path: pathOf(flag) })), total }
}
