import type { Radius, RadiusExample, RadiusField, RadiusTransition } from '@flagstaff/contract/radius'
import { type At, type Context, explain, type Result, type Ruleset } from '@flagstaff/engine'
import { reasonOf } from '../../insight/playground/index.ts'
import { apportion } from './apportion.ts'
import type { Evaluator, Move } from './evaluate.ts'
import type { Seen, Tally } from './tally.ts'
import type { World } from './worlds.ts'

const MOST_VALUES = 5

type Counted = Pick<Radius, 'contexts' | 'changed' | 'unknown' | 'transitions' | 'applications'>

/** What everyone who can see the project gets: counts, without any values. */
export function toCounts(tally: Tally, { moves }: Pick<Evaluator, 'moves'>): Counted {
  const changed = Math.round(tally.changed)
  const applications = apportion(
    new Map([...tally.applications].map(([name, { changed: weight }]) => [name, weight])),
  )
  return {
    contexts: tally.contexts,
    changed,
    unknown: Math.min(Math.round(tally.unknown), tally.contexts - changed),
    transitions: toTransitions(tally, moves),
    applications: [...tally.applications]
      .map(([name, { contexts }]) => ({ name, contexts, changed: applications.get(name) ?? 0 }))
      .sort((one, other) => other.changed - one.changed || other.contexts - one.contexts),
  }
}

function toTransitions(tally: Tally, moves: ReadonlyMap<string, Move>): RadiusTransition[] {
  const byFlag = Map.groupBy([...tally.moves], ([key]) => moves.get(key)?.feature ?? '')
  return [...byFlag.values()]
    .flatMap((list) => [...apportion(new Map(list))])
    .flatMap(([key, contexts]) => {
      const move = moves.get(key)
      if (!move || contexts === 0) return []
      const { feature, from, to } = move
      const [one, other] = [toOutcome(from), toOutcome(to)]
      const payloadOnly = one.isEnabled === other.isEnabled && one.variant === other.variant
      return [{ feature, from: one, to: other, payloadOnly, contexts }]
    })
    .sort((one, other) => other.contexts - one.contexts)
}

const toOutcome = ({ enabled, variant }: Result) => ({
  isEnabled: enabled,
  ...(enabled && variant.enabled ? { variant: variant.name } : {}),
})

/** What callers with `READ_LOGS` get in addition. */
export const toDetails = (tally: Tally, { worlds, evaluator }: Explaining) => ({
  fields: [...tally.fields].map(([name, counts]) => toField(name, counts)),
  examples: tally.examples.flatMap((seen) => toExample(seen, { worlds, evaluator })),
})

type Explaining = { worlds: readonly World[]; evaluator: Pick<Evaluator, 'moves'> }

function toField(name: string, counts: ReadonlyMap<string | null, number>): RadiusField {
  const sorted = [...apportion(counts)]
    .map(([value, changed]) => ({ value, changed }))
    .filter(({ changed }) => changed > 0)
    .sort((one, other) => other.changed - one.changed)
  const others = sorted.slice(MOST_VALUES).reduce((sum, { changed }) => sum + changed, 0)
  return { name, values: sorted.slice(0, MOST_VALUES), others }
}

function toExample(seen: Seen, { worlds: [world], evaluator }: Explaining): RadiusExample[] {
  const feature = evaluator.moves.get(seen.move)?.feature
  if (!world || feature === undefined) return []
  const explained = (ruleset: Ruleset) => explainedIn(ruleset, feature, seen)
  return [
    {
      feature,
      application: seen.application,
      seenAt: seen.seenAt.toISOString(),
      context: flat(seen.original),
      before: explained(world.before),
      after: explained(world.after),
    },
  ]
}

function explainedIn(ruleset: Ruleset, feature: string, { context, at }: { context: Context; at: At }) {
  const explanation = explain(ruleset, feature, context, at)
  return { ...toOutcome(explanation.result), reason: reasonOf(explanation) }
}

function flat({ properties, appName: _, environment: __, ...rest }: Context): Record<string, string> {
  const entries = [...Object.entries(rest), ...Object.entries(properties ?? {})]
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
