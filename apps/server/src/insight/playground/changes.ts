import type { PlaygroundChange, PlaygroundOutcome } from '@flagstaff/contract/playground'
import { type At, type Context, evaluate } from '@flagstaff/engine'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import { type Around as CausesAround, causesOf, type Found } from './causes.ts'
import type { Asked } from './contexts.ts'
import { same, toOutcome } from './outcome.ts'
import type { Scope } from './queries.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

type Around = CausesAround & { scope: Scope }

/** Above this number of changed results, causes are omitted. */
const MOST_EXPLAINED = 200

/** The results of a past moment that differ now, and the changes that caused it. */
export async function changesBetween(
  around: Around,
  past: readonly Snapshot[],
  contexts: readonly Asked[],
): Promise<PlaygroundChange[]> {
  const changes: PlaygroundChange[] = []
  for (const before of past) {
    // Each step reads first and then evaluates, so each gets a fresh database budget.
    const found = await withFreshBudget(() => differences(around, before, contexts))
    const explained = found.slice(0, Math.max(0, MOST_EXPLAINED - changes.length))
    const causes = await withFreshBudget(() => causesOf(around, before.environment, explained))
    for (const { change, context } of found) {
      const known = causes?.get(change.name)?.get(context)
      changes.push(known ? { ...change, causes: known } : change)
    }
  }
  return changes
}

async function differences(around: Around, before: Snapshot, contexts: readonly Asked[]): Promise<Found[]> {
  const { db, moment, scope, chance, turn } = around
  const { environment } = before
  const now = await readSnapshot(db, { environment, revision: moment.latest, scope })
  const names = [...new Set([...before.flags.keys(), ...now.flags.keys()])].sort()
  const was = await withMissing(around, before, moment.revision, names)
  const is = await withMissing(around, now, moment.latest, names)
  const random = () => chance
  const found: Found[] = []
  const wall = Date.now()
  for (const name of names) {
    for (const { context, flat } of contexts) {
      const then = was(name, context, { now: moment.clock, random })
      const today = is(name, context, { now: wall, random })
      await turn()
      if (same(then, today)) continue
      const projectId = (now.flags.get(name) ?? before.flags.get(name))?.doc.project ?? ''
      found.push({
        context,
        change: { name, projectId, environment, context: flat, before: then, now: today },
      })
    }
  }
  return found
}

type Ask = (name: string, context: Context, at: At) => PlaygroundOutcome | null

/** Looks up flags that were moved to another project, so that they do not count as deleted. */
async function withMissing(
  { db, scope }: Around,
  snapshot: Snapshot,
  revision: number,
  names: readonly string[],
): Promise<Ask> {
  const missing = names.filter((name) => !snapshot.flags.has(name))
  const elsewhere =
    missing.length > 0
      ? await readSnapshot(db, {
          environment: snapshot.environment,
          revision,
          scope: { ...scope, projects: scope.visible, names: missing },
        })
      : undefined
  return (name, context, at) => {
    const home = snapshot.flags.has(name) ? snapshot : elsewhere
    return home?.flags.has(name) ? toOutcome(evaluate(home.ruleset, name, context, at)) : null
  }
}
