import type { RadiusBlind } from '@flagstaff/contract/radius'
import type { Constraint, Flag, Ruleset, Segment, Strategy } from '@flagstaff/engine'
import { emptyRuleset } from '../../insight/playground/index.ts'
import type { Modes } from '../../instance/index.ts'
import type { Side, Sides } from './sides.ts'

/** Both rulesets, with one assumption for everything that cannot be told. */
export type World = { before: Ruleset; after: Ruleset }

export type Worlds = { worlds: World[]; blind: RadiusBlind[] }

/** Something that sampled contexts cannot decide. Equal atoms have the same truth on both sides. */
type Atom = { key: string; blind: RadiusBlind }
type Truth = (atom: Atom) => boolean

const MOST_WORLDS = 8
/** The engine treats conditions with an unknown operator, and unknown strategies, as false. */
const NEVER = 'NEVER'
const KNOWN = new Set(['appName', 'environment'])
const WITHOUT_FIELD = new Set(['DATE_AFTER', 'DATE_BEFORE'])
const ROLLOUTS = new Set([
  'default',
  'flexibleRollout',
  'gradualRolloutUserId',
  'gradualRolloutSessionId',
  'gradualRolloutRandom',
])
const LISTS = new Map([
  ['userWithId', { field: 'userId', parameter: 'userIds' }],
  ['remoteAddress', { field: 'remoteAddress', parameter: 'IPs' }],
])

/**
 * Compiles both sides for sampled contexts: lists of values are pseudonymised like the contexts. Conditions that cannot
 * be told are assumed to be true in some worlds and false in others; a result counts only if it is the same in all.
 */
export function createWorlds(sides: Sides, modes: Modes): Worlds {
  const reader = createReader(modes)
  const atoms = new Map<string, Atom>()
  const collect: Truth = (atom) => {
    atoms.set(atom.key, atom)
    return true
  }
  for (const side of [sides.before, sides.after]) compileSide(side, reader, collect)
  const worlds = assumptions([...atoms.keys()]).map((held) => {
    const truth: Truth = ({ key }) => held.has(key)
    return {
      before: compileSide(sides.before, reader, truth),
      after: compileSide(sides.after, reader, truth),
    }
  })
  const blind = new Map([...atoms.values()].map((atom) => [JSON.stringify(atom.blind), atom.blind]))
  return { worlds, blind: [...blind.values()] }
}

/** Sets of atoms that are assumed to hold: all sets if there are few atoms, otherwise none, all, and single ones. */
function assumptions(keys: readonly string[]): ReadonlySet<string>[] {
  if (2 ** keys.length <= MOST_WORLDS)
    return Array.from(
      { length: 2 ** keys.length },
      (_, mask) => new Set(keys.filter((_key, index) => mask & (1 << index))),
    )
  return [new Set<string>(), new Set(keys), ...keys.slice(0, MOST_WORLDS - 2).map((key) => new Set([key]))]
}

type Reader = ReturnType<typeof createReader>

function compileSide({ flags, segments }: Side, reader: Reader, truth: Truth): Ruleset {
  const ruleset = emptyRuleset()
  for (const segment of segments.values())
    ruleset.setSegment({ ...segment, constraints: reader.constraints(segment.constraints, truth) })
  for (const flag of flags.values()) ruleset.setFlag(toFlag(flag, reader, truth))
  return ruleset
}

const toFlag = (flag: Flag, reader: Reader, truth: Truth): Flag => ({
  ...flag,
  ...(flag.strategies ? { strategies: flag.strategies.map((rule) => reader.strategy(rule, truth)) } : {}),
  variants: reader.variants(flag.variants),
})

/** Translates conditions to what is stored of contexts. */
function createReader({ fields, pseudonyms, pseudonymise }: Modes) {
  const stored = new Set(fields.filter((name) => !pseudonyms.has(name) || pseudonymise))
  const isStored = (name: string) => KNOWN.has(name) || stored.has(name)
  const isPseudonym = (name: string) => pseudonyms.has(name)
  const replace = (field: string, values: readonly string[]) =>
    isPseudonym(field) && pseudonymise ? values.map((value) => pseudonymise(field, value)) : values

  const atomOf = (constraint: Constraint): Atom | undefined => {
    const { contextName: name, operator, values, value, inverted, caseInsensitive } = constraint
    if (WITHOUT_FIELD.has(operator)) return undefined
    const key = JSON.stringify([name, operator, values ?? [], value ?? '', !!inverted, !!caseInsensitive])
    if (!isStored(name)) return { key, blind: { reason: 'notSampled', name } }
    const isList = operator === 'IN' || operator === 'NOT_IN'
    return isPseudonym(name) && !isList ? { key, blind: { reason: 'pseudonym', name } } : undefined
  }

  const constraints = (list: Segment['constraints'], truth: Truth): Constraint[] =>
    (list ?? []).flatMap((constraint) => {
      const atom = atomOf(constraint)
      if (atom) return truth(atom) ? [] : [{ ...constraint, operator: NEVER }]
      const values = (constraint.values ?? []).map((value) => String(value).trim()).filter(Boolean)
      return [
        isPseudonym(constraint.contextName)
          ? { ...constraint, values: replace(constraint.contextName, values) }
          : constraint,
      ]
    })

  const variants = (list: Flag['variants']) =>
    (list ?? []).map((variant) => ({
      ...variant,
      overrides: (variant.overrides ?? [])
        .filter(({ contextName }) => isStored(contextName))
        .map(({ contextName, values }) => ({ contextName, values: replace(contextName, values ?? []) })),
    }))

  /** The rule apart from its constraints. */
  const kindOf = (rule: Strategy, truth: Truth): Pick<Strategy, 'name' | 'parameters'> => {
    const { name, parameters } = rule
    if (ROLLOUTS.has(name)) return { name, parameters }
    const list = LISTS.get(name)
    const values = String(parameters?.[list?.parameter ?? ''] ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean)
    const key = JSON.stringify([name, parameters])
    const assume = (blind: RadiusBlind) => ({
      name: truth({ key, blind }) ? 'default' : NEVER,
      parameters,
    })
    if (!list) return assume({ reason: 'customStrategy', name })
    if (!isStored(list.field)) return assume({ reason: 'notSampled', name: list.field })
    if (!isPseudonym(list.field)) return { name, parameters }
    // A range of addresses says nothing about the pseudonym of one.
    if (values.some((value) => value.includes('/'))) return assume({ reason: 'pseudonym', name: list.field })
    return { name, parameters: { ...parameters, [list.parameter]: replace(list.field, values).join(',') } }
  }

  return {
    constraints,
    variants,
    strategy: (rule: Strategy, truth: Truth): Strategy => ({
      ...rule,
      ...kindOf(rule, truth),
      constraints: constraints(rule.constraints, truth),
      variants: variants(rule.variants),
    }),
  }
}
