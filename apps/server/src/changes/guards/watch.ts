import { isRegressed } from '@flagstaff/rules/guards'
import {
  type ActiveGuard,
  addMinutes,
  type Counts,
  foldGuard,
  listActiveGuards,
  progressSafe,
  type Report,
  ratioOf,
  tripGuard,
} from '../../flags/index.ts'
import { metricSeries, type Prometheus } from '../../insight/usage/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'

type Parts = Pick<Handles, 'read' | 'write' | 'note'> & { prometheus: Prometheus }

/** Takes into account what every guard has received since the last time, and stops the rollouts that do harm. */
export async function watchGuards(parts: Parts) {
  const failures: unknown[] = []
  for (const guard of await listActiveGuards(parts.read)) {
    try {
      if (guard.source !== 'outcomes') await readMetric(parts, guard)
      const bets = (await foldGuard(parts, guard)) ?? guard.bets
      if (bets && isRegressed(bets, guard.falseAlarms / guard.guardsInPlan))
        await trip(parts, guard, bets.totals)
    } catch (error) {
      // A source that does not answer is shown as missing data. The others are watched all the same.
      if (!(error instanceof AppError && error.status < 500)) failures.push(error)
    }
  }
  await progressSafe(parts)
  if (failures.length > 0) throw failures[0]
}

type Totals = Parameters<typeof ratioOf>[0]

async function trip({ write }: Parts, guard: ActiveGuard, totals: Totals) {
  const { project, flag, environment, plan, id, worse } = guard
  const worseSide = shareOf(totals.newBad, totals.newUses)
  const otherSide = shareOf(totals.oldBad, totals.oldUses)
  const [enabled, disabled] = worse === 'higher' ? [worseSide, otherSide] : [otherSide, worseSide]
  const figures = { enabled, disabled, ratio: ratioOf(totals) }
  const input = { project, flag, environment, plan, id, ...figures }
  const stop = (more: { off?: boolean } = {}) =>
    write(system, (tx) => run(tx, tripGuard, { ...input, ...more }))
  try {
    await stop()
  } catch (error) {
    // The step before cannot start as it is now. Harm has to end all the same.
    if (guard.action !== 'back' || !(error instanceof AppError && error.status < 500)) throw error
    await stop({ off: true })
  }
}

const shareOf = (events: number, uses: number) => (uses > 0 ? events / uses : null)

const MINUTE = 60_000
/** What is older is not read any more: after an outage a guard starts with the last hour. */
const MOST_MINUTES = 60
/** SDKs report about once a minute, so a minute is complete a little later. */
const LATE_MS = 90_000

/** Adds the minutes of a metric that are complete. Each is one observation. */
async function readMetric({ read, note, prometheus }: Parts, guard: ActiveGuard) {
  const until = Math.floor((Date.now() - LATE_MS) / MINUTE) * MINUTE
  const known = Math.ceil(new Date(guard.readUntil).getTime() / MINUTE) * MINUTE
  const from = Math.max(known, until - MOST_MINUTES * MINUTE)
  if (from >= until) return
  const range = { from: new Date(from), to: new Date(until), prometheus }
  const [events, uses] = await Promise.all([
    countSides(read, guard, { ...range, metric: guard.metric }),
    countSides(read, guard, { ...range, metric: guard.base ?? guard.metric }),
  ])
  const minutes: Report[] = []
  for (let at = from; at < until; at += MINUTE) {
    const [use, event] = [uses.get(at), events.get(at)]
    if (!use) continue
    // Events can be reported a moment after their uses.
    const counts: Counts = [
      use.on,
      Math.min(event?.on ?? 0, use.on),
      use.off,
      Math.min(event?.off ?? 0, use.off),
    ]
    minutes.push({ at: new Date(at), counts })
  }
  const { plan, id, readUntil } = guard
  await note((db) => addMinutes(db, { plan, id, from: readUntil, until: new Date(until) }, minutes))
}

type Range = { metric: string; from: Date; to: Date; prometheus: Prometheus }

/** How often the metric was counted in each minute with the flag on and off. */
async function countSides(read: Parts['read'], guard: ActiveGuard, { metric, ...range }: Range) {
  const label = guard.label ?? guard.flag
  const { series } = await metricSeries(read, {
    ...range,
    metric,
    source: guard.source === 'external' ? 'external' : 'internal',
    mode: 'count',
    labels: guard.source === 'external' ? {} : { environment: [guard.environment] },
    by: [label],
    stepSeconds: 60,
    projects: [guard.project],
  })
  const sides = new Map<number, { on: number; off: number }>()
  for (const { labels, points } of series) {
    const value = labels[label]
    if (value === undefined || value === '') continue
    const side = value === (guard.offValue ?? 'disabled') ? 'off' : 'on'
    for (const [seconds, count] of points) {
      const sum = sides.get(seconds * 1000) ?? { on: 0, off: 0 }
      sides.set(seconds * 1000, { ...sum, [side]: sum[side] + (count ?? 0) })
    }
  }
  return sides
}
