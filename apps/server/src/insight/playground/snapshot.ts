import {
  type FlagDocument,
  type FlagMeta,
  linearRegex,
  type RuleDocument,
  type SegmentDocument,
} from '@flagstaff/delivery'
import { createRuleset, type Flag, type Ruleset, type Segment } from '@flagstaff/engine'
import type { Reader } from '../../platform/database/database.ts'
import type { Behaviour, Effect } from '../../platform/write/effects.ts'
import {
  type FlagAt,
  listFlagsAt,
  listRulesOff,
  listSegmentsAt,
  type RuleOff,
  type Scope,
} from './queries.ts'

const tools = { regex: linearRegex }

/** An environment at a revision: the requested flags and everything their evaluation depends on. */
export type Snapshot = {
  environment: string
  /** The requested flags, by name. */
  flags: ReadonlyMap<string, FlagAt>
  ruleset: Ruleset
  /** Rules that are turned off; only known for the current state. */
  off: ReadonlyMap<string, Off>
}

/** The rules of a flag that are turned off, with a separate ruleset, since they do not count. */
export type Off = { rules: readonly RuleOff[]; ruleset: Ruleset }

/** Parents are evaluated even if the caller cannot see them. */
const everything = { projects: null, visible: null, gone: true }

export async function readSnapshot(
  db: Reader,
  { environment, revision, scope }: { environment: string; revision: number; scope: Scope },
): Promise<Snapshot> {
  const asked = await listFlagsAt(db, { environment, revision, scope })
  const known = new Set(asked.map(({ name }) => name))
  const missing = parentsOf(asked).filter((name) => !known.has(name))
  const parents =
    missing.length > 0
      ? await listFlagsAt(db, {
          environment,
          revision,
          scope: { ...everything, names: missing },
        })
      : []
  const segments = await listSegmentsAt(db, {
    environment,
    revision,
    ids: segmentsOf([...asked, ...parents]),
  })
  return toSnapshot(environment, { asked, parents, segments })
}

type Documents = {
  asked: readonly FlagAt[]
  parents: readonly FlagAt[]
  segments: readonly SegmentDocument[]
}

export function toSnapshot(environment: string, { asked, parents, segments }: Documents): Snapshot {
  const ruleset = createRuleset(tools)
  for (const segment of segments) ruleset.setSegment(segment)
  for (const flag of [...asked, ...parents]) ruleset.setFlag(toFlag(flag.doc, flag.meta))
  return { environment, flags: new Map(asked.map((flag) => [flag.name, flag])), ruleset, off: new Map() }
}

/** Adds the rules that are turned off. */
export async function withRulesOff(db: Reader, snapshot: Snapshot): Promise<Snapshot> {
  const rules = await listRulesOff(db, snapshot.environment, [...snapshot.flags.keys()])
  const byFlag = [...Map.groupBy(rules, ({ flag }) => flag)]
  return {
    ...snapshot,
    off: new Map(byFlag.map(([flag, list]) => [flag, { rules: list, ruleset: rulesetOf(flag, list) }])),
  }
}

/** What has not happened yet, with the segments that it needs besides those in use. */
export type Future = { effects: readonly Effect[]; segments: readonly Segment[] }

/** The environment as it is after these effects. */
export function withEffects(snapshot: Snapshot, { effects, segments }: Future): Snapshot {
  const flags = new Map(snapshot.flags)
  for (const segment of segments)
    if (!snapshot.ruleset.segments.has(segment.id)) snapshot.ruleset.setSegment(segment)
  for (const effect of effects) {
    if (effect.environment !== snapshot.environment) continue
    const { name } = effect
    if (effect.kind === 'segment') {
      const known = snapshot.ruleset.segments.get(Number(name))?.source
      snapshot.ruleset.setSegment({ ...known, id: Number(name), constraints: effect.after })
    } else if (effect.kind === 'flag') {
      const before = flags.get(name)
      if (effect.after && before) {
        const after = behaving(before, effect.after)
        flags.set(name, after)
        snapshot.ruleset.setFlag(toFlag(after.doc, after.meta))
      } else {
        flags.delete(name)
        snapshot.ruleset.removeFlag(name)
      }
    }
  }
  return { ...snapshot, flags }
}

/** Rules keep the id of the one that was in their place, so that they can be told apart. */
function behaving({ name, doc, meta }: FlagAt, behaviour: Behaviour): FlagAt {
  const rules = behaviour.strategies.map(
    (_, index) => meta.rules[index] ?? { id: `new-${index}`, title: null },
  )
  return { name, doc: { ...doc, ...behaviour }, meta: { ...meta, rules } }
}

function rulesetOf(flag: string, rules: readonly RuleOff[]): Ruleset {
  const ruleset = createRuleset(tools)
  for (const segment of rules.flatMap(({ segments }) => segments)) ruleset.setSegment(segment)
  const strategies = rules.map((rule) => ({ ...rule, segments: rule.segments.map(({ id }) => id) }))
  ruleset.setFlag({ name: flag, enabled: true, strategies })
  return ruleset
}

type Giving = Pick<RuleDocument, 'parameters' | 'variants'>
const givers = new WeakMap<Giving, Ruleset>()

/** A rule without its conditions, so that it matches everyone. */
export function always(flag: string, rule: Giving): Ruleset {
  const known = givers.get(rule)
  if (known) return known
  const ruleset = createRuleset(tools)
  const { parameters, variants } = rule
  ruleset.setFlag({ name: flag, enabled: true, strategies: [{ name: 'default', parameters, variants }] })
  givers.set(rule, ruleset)
  return ruleset
}

export const emptyRuleset = () => createRuleset(tools)

/** Rules with their metadata, which documents store separately. */
export const toFlag = (doc: FlagDocument, meta: FlagMeta): Flag => ({
  ...doc,
  strategies: doc.strategies.map((rule, index) => ({ ...rule, ...meta.rules[index] })),
})

export const parentsOf = (flags: readonly { doc: FlagDocument }[]): string[] => [
  ...new Set(flags.flatMap(({ doc }) => doc.dependencies.map(({ feature }) => feature))),
]

export const segmentsOf = (flags: readonly { doc: FlagDocument }[]): number[] => [
  ...new Set(flags.flatMap(({ doc }) => doc.strategies.flatMap(({ segments }) => segments))),
]
