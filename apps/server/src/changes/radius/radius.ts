import type { Radius } from '@flagstaff/contract/radius'
import { createTimeSlice } from '../../insight/playground/index.ts'
import { readSampled } from '../../instance/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Caller } from '../../platform/write/actor.ts'
import type { Effect } from '../../platform/write/effects.ts'
import { toCounts, toDetails } from './answer.ts'
import { estimateFor } from './estimate.ts'
import { createEvaluator } from './evaluate.ts'
import { chooseFields, usedFields } from './fields.ts'
import { listApplications, listUsage, type Used } from './queries.ts'
import { readSides, type Sides } from './sides.ts'
import { createDraws } from './stickiness.ts'
import { tallyUp } from './tally.ts'
import { createWorlds } from './worlds.ts'

const MOST_WORK = 300
const MOST_OTHERS = 50

type Asked = { environment: string; effects: readonly Effect[] }
export type Measured = { radius: Radius; worked: number }

/** How many sampled contexts of an environment would get another result. */
export async function measure(
  db: Reader,
  settings: Settings,
  caller: Caller,
  { environment, effects }: Asked,
): Promise<Measured> {
  const { viewer } = caller
  const [sides, { modes, batches }, known] = await Promise.all([
    readSides(db, viewer, { environment, effects }),
    readSampled(db, settings, viewer, environment),
    listApplications(db, viewer, environment),
  ])
  const usage = await listUsage(db, environment, sides.names)
  const stored = batches.reduce((sum, { count }) => sum + count, 0)
  const used = usedFields(sides)
  const { worlds, blind } = createWorlds(sides, modes)
  const evaluator = createEvaluator({
    worlds,
    draws: createDraws(sides, modes),
    names: sides.names,
    fields: used,
    now: Date.now(),
  })
  const mayReadValues = caller.may('READ_LOGS', {})
  const tally = await tallyUp(batches, {
    evaluator,
    by: mayReadValues ? chooseFields(used, modes, batches) : [],
    turn: createTimeSlice(),
    most: MOST_WORK,
  })
  const seen = new Set(batches.map(({ app }) => app))
  const oldest = batches.reduce<Date | undefined>(
    (first, { startedAt }) => (first && first < startedAt ? first : startedAt),
    undefined,
  )
  return {
    worked: tally.worked,
    radius: {
      environment,
      stored,
      ...(oldest ? { since: oldest.toISOString() } : {}),
      flags: sides.names.length,
      ...toCounts(tally, evaluator),
      ...(mayReadValues ? toDetails(tally, { worlds, evaluator }) : {}),
      pseudonyms: [...modes.pseudonyms],
      blind,
      known: new Set([...known, ...seen]).size,
      others: toOthers(
        known.filter((app) => !seen.has(app)),
        usage,
      ),
      ...(stored === 0 ? { estimate: estimates(sides, usage) } : {}),
    },
  }
}

function toOthers(names: readonly string[], usage: readonly Used[]) {
  return names.slice(0, MOST_OTHERS).map((name) => {
    const own = usage.filter(({ app }) => app === name)
    return {
      name,
      evaluations: own.reduce((sum, { evaluations }) => sum + evaluations, 0),
      on: own.reduce((sum, { on }) => sum + on, 0),
    }
  })
}

const estimates = ({ names, before, after }: Sides, usage: readonly Used[]) =>
  names.map((name) => {
    const own = usage.filter(({ flag }) => flag === name)
    return estimateFor(name, before.flags.get(name), after.flags.get(name), {
      on: own.reduce((sum, { on }) => sum + on, 0),
      evaluations: own.reduce((sum, { evaluations }) => sum + evaluations, 0),
    })
  })
