import {
  type BandState,
  bandOf,
  fold,
  foldBand,
  type GuardState,
  newBand,
  newGuard,
} from '@flagstaff/rules/guards'
import type { Handles } from '../../platform/http/dispatch.ts'
import { type ActiveGuard, lockGuard, type Minute, type Report, storeFolded, takeBatches } from './queries.ts'
import { type Counts, toBatch } from './rules.ts'

const MINUTE = 60_000

type Folded = { bets: GuardState; band: BandState; minutes: Minute[] }

/** The bets after these reports, and for each minute what came in and the band at its end. */
export function foldReports(
  start: { bets: GuardState | null; band: BandState | null },
  reports: readonly Report[],
  guard: Pick<ActiveGuard, 'worse' | 'tolerance'>,
): Folded {
  let bets = start.bets ?? newGuard()
  let band = start.band ?? newBand()
  const minutes: Minute[] = []
  for (const { at, counts } of reports) {
    const batch = toBatch(counts, guard)
    bets = fold(bets, batch, guard.tolerance)
    band = foldBand(band, batch)
    const minute = new Date(Math.floor(at.getTime() / MINUTE) * MINUTE)
    const last = minutes.at(-1)
    const isSame = last?.minute.getTime() === minute.getTime()
    const sum = isSame ? added(last.counts, counts) : counts
    if (isSame) minutes.pop()
    minutes.push({ minute, counts: sum, band: bandOf(band) })
  }
  return { bets, band, minutes: joined(minutes) }
}

const added = (one: Counts, other: Counts): Counts => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
]

/** Reports of two servers can arrive out of order. */
function joined(minutes: readonly Minute[]): Minute[] {
  const byMinute = new Map<number, Minute>()
  for (const one of minutes) {
    const before = byMinute.get(one.minute.getTime())
    byMinute.set(one.minute.getTime(), before ? { ...one, counts: added(before.counts, one.counts) } : one)
  }
  return [...byMinute.values()].sort((one, other) => one.minute.getTime() - other.minute.getTime())
}

/** Takes new reports into account, each once, whichever server does it. Returns the bets; null without any report. */
export const foldGuard = ({ note }: Pick<Handles, 'note'>, guard: ActiveGuard): Promise<GuardState | null> =>
  note(async (db) => {
    const known = await lockGuard(db, guard)
    if (!known) return null
    const reports = await takeBatches(db, guard)
    if (reports.length === 0) return known.bets
    const folded = foldReports(known, reports, guard)
    await storeFolded(db, guard, folded)
    return folded.bets
  })
