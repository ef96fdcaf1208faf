import type { ActivityPeriod } from '@flagstaff/contract/home'
import type { Sight } from '../events/index.ts'

/** The length of a period, and of the steps its changes are counted in. */
export const periods: Record<ActivityPeriod, { steps: number; stepSeconds: number }> = {
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 48, stepSeconds: 1_800 },
  week: { steps: 56, stepSeconds: 10_800 },
}

/** The start of the first step; the last step is the current one. */
export function startOf(period: ActivityPeriod, now: number): Date {
  const { steps, stepSeconds } = periods[period]
  const step = stepSeconds * 1000
  return new Date((Math.floor(now / step) - steps + 1) * step)
}

export type Change = { environment: string; step: number; count: number }
export type StepChange = Change & { project: string | null }

/** Changes in deleted projects are counted only for callers who can read all events. */
export const visibleTo =
  ({ viewer: { projects }, everything }: Sight, existing: ReadonlySet<string>) =>
  ({ project }: { project: string | null }): boolean => {
    if (project === null) return everything
    if (projects !== 'all') return projects.has(project)
    return everything || existing.has(project)
  }

/** One count per step, in the order of the environments. */
export function toLanes(
  environments: readonly { name: string; type: string }[],
  changes: readonly Change[],
  period: ActivityPeriod,
) {
  const { steps } = periods[period]
  return environments.map(({ name, type }) => {
    const counts = new Array<number>(steps).fill(0)
    for (const { environment, step, count } of changes)
      if (environment === name && step >= 0 && step < steps) counts[step] = (counts[step] ?? 0) + count
    return { name, type, changes: counts }
  })
}

const MOST_RECENT = 8

/** Names of flags from a list with commas. */
export const namesIn = (list = ''): string[] =>
  [...new Set(list.split(',').filter((name) => name !== ''))].slice(0, MOST_RECENT)
