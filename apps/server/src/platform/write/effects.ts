import { isDeepStrictEqual } from 'node:util'
import { EVERYWHERE, type FlagDocument, type SegmentDocument } from '@flagstaff/delivery'
import type { PublishedDocument, Touch } from './documents.ts'

/** An environment of a project. */
export type Place = { project: string; environment: string }

/** A document as it is served before a change. */
export type LiveDocument = Pick<PublishedDocument, 'kind' | 'environment' | 'name' | 'project' | 'doc'>

/** What a flag does in an environment. Names, descriptions, tags and disabled rules are not part of it. */
export type Behaviour = Pick<
  FlagDocument,
  'enabled' | 'strategies' | 'variants' | 'dependencies' | 'valueType'
>

/** A change of behaviour in one place. A flag that is archived, deleted or moved away has no behaviour after it. */
export type Effect = Place & {
  /** What is in the segments that the rules name after the change, if it is compared with a review. */
  segments?: Digests
} & (
    | {
        kind: 'flag'
        name: string
        before: Behaviour | undefined
        after: Behaviour | undefined
        /** Other flags are on where this one is off. */
        turnsOn?: boolean
      }
    | {
        kind: 'segment'
        name: string
        before: SegmentDocument['constraints']
        after: SegmentDocument['constraints']
      }
    | PlanChange
  )

/** Digests of the constraints of segments, by id. */
export type Digests = Readonly<Record<string, string>>

/**
 * What a flag will do later without another change by a person: its release plan, what stops it, and a segment that the
 * plan, or an open change request, names.
 */
export type PlanChange = { name: string; before: unknown; after: unknown } & (
  | { kind: 'plan' | 'safeguards' }
  | { kind: PlannedSegment }
)

export type PlannedSegment = 'planned-segment' | 'requested-segment'

type Changed = {
  touches: readonly Touch[]
  live: readonly LiveDocument[]
  documents: readonly PublishedDocument[]
}

/**
 * What a change does in the given places: the documents it would publish, compared with those that are served. It does
 * not matter which command, route or job made the change.
 */
export function effectsOf(changed: Changed, places: readonly Place[]): Effect[] {
  const flags = flagEffects(changed, places)
  return [...flags, ...segmentEffects(changed, places)]
}

function flagEffects({ touches, live, documents }: Changed, places: readonly Place[]): Effect[] {
  const touched = Map.groupBy(
    touches.filter((touch) => touch.kind === 'flag'),
    ({ name }) => name,
  )
  const before = indexed(live, 'flag')
  const after = indexed(documents, 'flag')
  const effects: Effect[] = []
  for (const [name, of] of touched) {
    const everywhere = of.some(({ environment }) => environment === undefined)
    for (const { project, environment } of places) {
      if (!everywhere && !of.some((touch) => touch.environment === environment)) continue
      const shared = (everywhere ? after : before).get(keyOf(name, EVERYWHERE))
      const old = before.get(keyOf(name, environment)) ?? before.get(keyOf(name, EVERYWHERE))
      const now = after.get(keyOf(name, environment)) ?? shared
      const effect = { before: behaviourIn(project, old), after: behaviourIn(project, now) }
      if (isDeepStrictEqual(visible(effect.before), visible(effect.after))) continue
      effects.push({ kind: 'flag', name, project, environment, ...effect })
    }
  }
  return effects
}

/** A project that starts or stops using a segment shows that in its flags. */
function segmentEffects({ live, documents }: Changed, places: readonly Place[]): Effect[] {
  const before = indexed(live, 'segment')
  return documents
    .filter(({ kind }) => kind === 'segment')
    .flatMap(({ name, environment, doc, heads }) => {
      const old = before.get(keyOf(name, environment))
      if (!old) return []
      const change = { before: constraintsOf(old.doc), after: constraintsOf(doc) }
      if (isDeepStrictEqual(change.before, change.after)) return []
      return places
        .filter((place) => place.environment === environment && heads.includes(place.project))
        .map((place) => ({ ...place, kind: 'segment' as const, name, ...change }))
    })
}

/** The projects that a change can reach: those of the documents before and after it, and those that use a segment. */
export const projectsOf = (
  live: readonly LiveDocument[],
  documents: readonly PublishedDocument[],
): Set<string> =>
  new Set([
    ...live.flatMap(({ project }) => project ?? []),
    ...documents.flatMap(({ project, heads }) => [...(project ? [project] : []), ...heads]),
  ])

type Indexed = Pick<LiveDocument, 'project' | 'doc'>
const keyOf = (name: string, environment: string) => JSON.stringify([name, environment])
const indexed = (documents: readonly LiveDocument[], kind: Touch['kind']): Map<string, Indexed> =>
  new Map(
    documents
      .filter((document) => document.kind === kind)
      .map((document) => [keyOf(document.name, document.environment), document]),
  )

function behaviourIn(project: string, document: Indexed | undefined): Behaviour | undefined {
  if (document?.project !== project) return undefined
  const { enabled, strategies, variants, dependencies, valueType } = document.doc as FlagDocument
  const typed = valueType === undefined ? {} : { valueType }
  return plain({ enabled, strategies, variants, dependencies, ...typed })
}

const constraintsOf = (doc: unknown) => plain((doc as SegmentDocument).constraints)

/** As it is stored, so that compiled and stored documents can be compared. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** A flag that is off, without rules and variants, does as little as one that does not exist. */
const visible = (behaviour: Behaviour | undefined) =>
  behaviour && (behaviour.enabled || behaviour.strategies.length > 0 || behaviour.variants.length > 0)
    ? behaviour
    : undefined

/**
 * The change only turns a flag off, or only lowers percentages: what helps in an incident. Nothing is turned on by it,
 * and nobody gets another variant.
 */
export function onlyLowers(effect: Effect): boolean {
  if (effect.kind !== 'flag' || !effect.before || !effect.after || effect.turnsOn) return false
  const { before, after } = effect
  if (after.enabled && (!before.enabled || movesVariants(before.strategies, after.strategies))) return false
  return isDeepStrictEqual(
    { ...before, enabled: after.enabled, strategies: lowered(before.strategies, after.strategies) },
    after,
  )
}

const PERCENTAGES = ['rollout', 'percentage']

type Rules = Behaviour['strategies']

/** People who leave a rule can come to a later one. It must give them the same variant. */
const movesVariants = (before: Rules, after: Rules): boolean =>
  before.some(
    (rule, index) =>
      !isDeepStrictEqual(rule.parameters, after[index]?.parameters) &&
      before.slice(index + 1).some((later) => !givesSameVariant(rule, later)),
  )

const givesSameVariant = (one: Rules[number], other: Rules[number]): boolean => {
  const [own = [], others = []] = [one.variants, other.variants]
  return (
    isDeepStrictEqual(own, others) &&
    (own.length === 0 || one.parameters.groupId === other.parameters.groupId)
  )
}

/** The rules before, with the percentages after wherever these are lower. */
const lowered = (before: Rules, after: Rules) =>
  before.map((rule, index) => ({
    ...rule,
    parameters: Object.fromEntries(
      Object.entries(rule.parameters).map(([name, value]) => {
        const next = after[index]?.parameters[name]
        const lower = PERCENTAGES.includes(name) && next !== undefined && Number(next) <= Number(value)
        return [name, lower ? next : value]
      }),
    ),
  }))

export type PlannedEffect = Place & PlanChange

/** One effect for each plan: from what it was before the change to what it is after it. */
export function joinPlans(plans: readonly PlannedEffect[]): PlannedEffect[] {
  const joined = new Map<string, PlannedEffect>()
  for (const plan of plans) {
    const key = JSON.stringify([plan.kind, plan.project, plan.environment, plan.name])
    const { before } = joined.get(key) ?? plan
    joined.set(key, { ...plan, before })
  }
  return [...joined.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after))
}
