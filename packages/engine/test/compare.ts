import { decide } from '../src/decide.ts'
import { evaluate, evaluateOn } from '../src/evaluate.ts'
import { explain } from '../src/explain.ts'
import { compile, type Ruleset } from '../src/ruleset.ts'
import type { At, Context, Flag, Result, VariantResult } from '../src/types.ts'
import { deviations, partsOf } from './deviations.ts'
import type { World } from './generators.ts'
import { host, tools } from './tools.ts'
import type { createUnleash } from './unleash.ts'

export type Tally = {
  compared: number
  /** Pairs with a random result, which are not compared. */
  random: number
  on: number
  variants: number
  /** Pairs that differ because of a known deviation. */
  explained: number
  deviations: Set<string>
}

export function createTally(): Tally {
  return { compared: 0, random: 0, on: 0, variants: 0, explained: 0, deviations: new Set() }
}

type Answer = { enabled: boolean; variant: VariantResult } | 'throws'

/** Evaluates every flag of a world for every context, with both implementations. */
export function compareWorld(world: World, unleash: ReturnType<typeof createUnleash>, tally: Tally): void {
  const ruleset = compile(world, { ...tools, hostname: host })
  const flags = new Map(world.features.map((flag) => [flag.name, flag]))
  const segments = new Map(world.segments.map((segment) => [segment.id, segment]))
  Object.assign(unleash.repository, { flags, segments })

  for (const flag of world.features) {
    const parts = partsOf(flag, flags, segments)
    for (const given of world.contexts) {
      // The client sets these two from its configuration.
      const context: Context = { appName: unleash.appName, environment: 'default', ...given }
      let drawn = false
      const random = () => {
        drawn = true
        return 0.5
      }
      const at = { now: Date.now(), random }
      const ours = evaluate(ruleset, flag.name, context, at)
      if (drawn) {
        tally.random++
        continue
      }
      count(ours, tally)
      agree(ours, { ruleset, name: flag.name, context, at: { now: at.now, random: () => 0.5 } })
      const theirs = ask(unleash.client, flag, given)
      if (same(ours, theirs)) continue
      const other = theirs === 'throws' ? 'as an answer' : 'as an exception'
      const reasons = deviations.filter(
        ({ shows = 'as an answer', applies }) => shows !== other && applies(parts, context),
      )
      if (reasons.length === 0) {
        throw new Error(`unexplained: ${JSON.stringify({ ours, theirs, parts, context }, null, 1)}`)
      }
      tally.explained++
      for (const { name } of reasons) tally.deviations.add(name)
    }
  }
}

type Question = { ruleset: Ruleset; name: string; context: Context; at: At }

/** The other entry points must give the same result: the playground, OFREP, and the columns of the frontend API. */
function agree(ours: Result, { ruleset, name, context, at }: Question): void {
  const decision = decide(ruleset, name, context, at)
  let listed: Result | undefined
  evaluateOn({ ruleset, context, at, filter: (flag) => flag.name === name }, (_flag, result) => {
    listed = result
  })
  const others = {
    explain: explain(ruleset, name, context, at).result,
    // `decide` does not choose at random for a missing user.
    decide: decision?.cause === 'userMissing' ? ours : decision?.result,
    evaluateOn: listed ?? (ours.enabled ? undefined : ours),
  }
  for (const [way, result] of Object.entries(others)) {
    if (result && same(ours, result)) continue
    throw new Error(`${way} differs: ${JSON.stringify({ ours, result, name, context }, null, 1)}`)
  }
}

function count(result: Result, tally: Tally): void {
  tally.compared++
  if (result.enabled) tally.on++
  if (result.variant.enabled) tally.variants++
}

function ask(client: ReturnType<typeof createUnleash>['client'], flag: Flag, context: Context): Answer {
  try {
    const enabled = client.isEnabled(flag.name, context as never)
    return { enabled, variant: client.getVariant(flag.name, context as never) as VariantResult }
  } catch {
    return 'throws'
  }
}

function same(ours: Result, theirs: Answer): boolean {
  return theirs !== 'throws' && ours.enabled === theirs.enabled && key(ours.variant) === key(theirs.variant)
}

function key({ name, enabled, payload, feature_enabled, featureEnabled }: VariantResult): string {
  return JSON.stringify([name, enabled, payload?.type, payload?.value, feature_enabled, featureEnabled])
}
