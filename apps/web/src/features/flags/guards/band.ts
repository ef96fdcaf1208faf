import type { GuardSeries, WatchedGuard } from '@flagstaff/contract/guards'

/** The chart shows a quarter to four times as bad, on a scale where twice and half are equally far from one. */
export const LEAST = 1 / 4
export const MOST = 4

export type BandPoint = { at: number; ratio: number | null; low: number | null; high: number | null }

type Points = GuardSeries['points']

/** How many times as bad it was up to each minute, turned round where fewer is worse. */
export function bandPoints(points: Points, worse: WatchedGuard['worse']): BandPoint[] {
  const sum = { onUses: 0, onEvents: 0, offUses: 0, offEvents: 0 }
  return points.map(({ minute, enabled, disabled, low, high }) => {
    sum.onUses += enabled.uses
    sum.onEvents += enabled.events
    sum.offUses += disabled.uses
    sum.offEvents += disabled.events
    const on = sum.onUses > 0 ? sum.onEvents / sum.onUses : 0
    const off = sum.offUses > 0 ? sum.offEvents / sum.offUses : 0
    const [bad, other] = worse === 'higher' ? [on, off] : [off, on]
    return { at: Date.parse(minute), ratio: other > 0 ? bad / other : null, low, high }
  })
}

/** The first point from which on the band stays below the limit. */
export function safeFrom(points: readonly BandPoint[], limit: number): number | undefined {
  const isBelow = ({ high }: BandPoint) => high !== null && high < limit
  const last = points.findLastIndex((point) => !isBelow(point))
  return last + 1 < points.length ? last + 1 : undefined
}

/** 0 at the bottom of the chart, 1 at its top. */
export const shareOf = (ratio: number): number => {
  const clipped = Math.min(MOST, Math.max(LEAST, ratio))
  return Math.log(clipped / LEAST) / Math.log(MOST / LEAST)
}

/** With problems first: what does harm, then what has no data. */
export const byUrgency = (guards: readonly WatchedGuard[]): WatchedGuard[] =>
  guards.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))

const urgencyOf = ({ state }: WatchedGuard) => (state === 'regressed' ? 1 : 0)

export const stateOf = ({ state, safe, step, lastDataAt }: WatchedGuard) => {
  if (state === 'regressed') return 'regressed'
  if (!step.fresh || lastDataAt === null) return 'noData'
  return safe ? 'safe' : 'watching'
}
