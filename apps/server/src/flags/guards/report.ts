import type { WatchedGuard } from '@flagstaff/contract/guards'
import { bandOf, isSafe, newBand, newGuard } from '@flagstaff/rules/guards'
import { milestoneOf, type Plan } from '../plans/state.ts'
import type { GuardRow } from './queries.ts'
import {
  ENOUGH_EVENTS,
  ENOUGH_USES,
  expectedShare,
  isAsPlanned,
  isFresh,
  ratioOf,
  shareOf,
  toBatch,
} from './rules.ts'

/** Every guard of the plan with what it knows. */
export function reportGuards(plan: Plan, rows: readonly GuardRow[], now = Date.now()): WatchedGuard[] {
  const expected = expectedShare(milestoneOf(plan, plan.active)?.strategies ?? [])
  return plan.guards.map((guard) => {
    const row = rows.find(({ id }) => id === guard.id)
    const { totals, batches } = row?.bets ?? newGuard()
    const band = row?.band ?? newBand()
    const { low, high } = bandOf(band)
    // Turned round once more where the sides changed places.
    const { newUses, newBad, oldUses, oldBad } = toBatch(
      [totals.newUses, totals.newBad, totals.oldUses, totals.oldBad],
      guard,
    )
    const uses = { onUses: row?.recentOnUses ?? 0, offUses: row?.recentOffUses ?? 0 }
    return {
      ...guard,
      state: row?.state ?? 'watching',
      safe: isSafe(band, guard.tolerance),
      verdictAt: row?.verdictAt?.toISOString() ?? null,
      lastDataAt: row?.lastDataAt?.toISOString() ?? null,
      enabled: { uses: newUses, events: newBad },
      disabled: { uses: oldUses, events: oldBad },
      ratio: ratioOf(totals),
      low: low ?? null,
      high: high ?? null,
      batches,
      step: {
        uses: row?.stepUses ?? 0,
        events: row?.stepEvents ?? 0,
        enough: (row?.stepUses ?? 0) >= ENOUGH_USES || (row?.stepEvents ?? 0) >= ENOUGH_EVENTS,
        fresh: isFresh(row?.lastDataAt ?? null, now),
        share: shareOf(uses),
        expectedShare: expected,
        asPlanned: isAsPlanned(uses, expected),
      },
    }
  })
}

/** Whether no guard keeps the next step from starting. */
export const mayGoOn = (guards: readonly WatchedGuard[]): boolean =>
  guards.every(({ state, step }) => state === 'watching' && step.enough && step.fresh && step.asPlanned)
