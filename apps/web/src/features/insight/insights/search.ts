import type { ChartsQuery } from '@flagstaff/contract/insights'
import { textOf } from '../../../lib/address.ts'

export const ranges = [4, 13, 26, 52] as const
export type Weeks = (typeof ranges)[number]
export const USUAL: Weeks = 26
/** More days than this are too many points for one chart. */
const MOST_WEEKS_BY_DAY = 26

export type InsightsSearch = {
  weeks?: Weeks | undefined
  by?: 'day' | undefined
  /** IDs, separated by commas. */
  projects?: string | undefined
}

export function readSearch(search: Record<string, unknown>): InsightsSearch {
  const weeks = ranges.find((one) => one === Number(search.weeks))
  return {
    weeks: weeks === USUAL ? undefined : weeks,
    by: search.by === 'day' ? 'day' : undefined,
    projects: textOf(search.projects),
  }
}

export const allowsDays = (weeks: Weeks) => weeks <= MOST_WEEKS_BY_DAY

const DAY = 86_400_000

/** What the server is asked for. Weeks start on Monday, so the period has as many as the name says. */
export function queryOf({ weeks = USUAL, by, projects }: InsightsSearch, now = Date.now()): ChartsQuery {
  const isDaily = by === 'day' && allowsDays(weeks)
  const back = isDaily ? weeks * 7 - 1 : (weeks - 1) * 7
  const from = new Date(now - back * DAY).toISOString().slice(0, 10)
  return { from, by: isDaily ? 'day' : 'week', ...(projects ? { projects } : {}) }
}
