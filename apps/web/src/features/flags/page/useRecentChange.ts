import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flagEvents } from './queries.ts'

const RECENT_MS = 60_000

/**
 * The revision of a recent change in an environment, to show its delivery: made while the page was open, or shortly
 * before, such as on the page of a rule.
 */
export function useRecentChange(flag: string, environment: string): number | undefined {
  const { data } = useQuery(flagEvents(flag))
  const first = useRef<number | undefined>(undefined)
  const newest = data?.events.find((event) => event.environment === environment)
  if (data) first.current ??= newest?.id ?? 0
  const recent =
    newest && (newest.id !== first.current || Date.now() - Date.parse(newest.createdAt) < RECENT_MS)
  return recent ? newest.id : undefined
}
