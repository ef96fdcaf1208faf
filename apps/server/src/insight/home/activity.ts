import type { ActivityPeriod } from '@flagstaff/contract/home'
import type { Reader } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { listEvents, sightOf } from '../events/index.ts'
import { countChanges, listEnvironments, listProjects } from './queries.ts'
import { type Change, periods, type StepChange, startOf, toLanes, visibleTo } from './rules.ts'

const MOST_EVENTS = 6
/** Changes are recorded a moment after the time they carry. */
const LATE_MS = 60_000

/** Reads the activity. Counts of steps that are over stay in memory, since they no longer change. */
export function activityReader() {
  const kept = new Map<ActivityPeriod, Map<number, StepChange[]>>()

  async function readSteps(db: Reader, period: ActivityPeriod, first: number, now: number) {
    const stepMs = periods[period].stepSeconds * 1000
    const over = Math.floor((now - LATE_MS) / stepMs)
    const steps = kept.get(period) ?? new Map<number, StepChange[]>()
    kept.set(period, steps)
    for (const step of steps.keys()) if (step < first) steps.delete(step)
    let missing = first
    while (steps.has(missing)) missing++
    const read = Map.groupBy(
      await countChanges(db, new Date(missing * stepMs), periods[period].stepSeconds),
      ({ step }) => step,
    )
    const found = [...steps.values()].flat().filter(({ step }) => step < missing)
    for (let step = missing; step < over; step++) steps.set(step, read.get(step) ?? [])
    return [...found, ...[...read.values()].flat()]
  }

  return async (db: Reader, caller: Caller, period: ActivityPeriod = 'day', now = Date.now()) => {
    const sight = sightOf(caller)
    const since = startOf(period, now)
    const { stepSeconds } = periods[period]
    const first = since.getTime() / 1000 / stepSeconds
    const [environments, projects, counted, events] = await Promise.all([
      listEnvironments(db),
      listProjects(db),
      readSteps(db, period, first, now),
      listEvents(db, sight, { limit: MOST_EVENTS, offset: 0 }),
    ])
    const isVisible = visibleTo(sight, new Set(projects))
    const changes = counted
      .filter(isVisible)
      .map(({ step, ...change }): Change => ({ ...change, step: step - first }))
    return {
      period,
      since: since.toISOString(),
      stepSeconds,
      environments: toLanes(environments, changes, period),
      events,
    }
  }
}
