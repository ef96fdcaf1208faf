import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type { FlagValue } from '@flagstaff/contract/values'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import { inOrder } from '../../platform/write/in-order.ts'
import type { Tx } from '../../platform/write/write.ts'
import { constraintCheck } from '../../setup/constraints/index.ts'
import { holdParameters } from '../../setup/strategies/index.ts'
import { type Flag, findProjectRules } from '../queries.ts'
import { checkPayloads } from '../values/rules.ts'
import { acceptVariants } from '../variants/weights.ts'
import { acceptParameters, completeParameters, withStickiness } from './parameters.ts'
import { checkPortableRule } from './portable.ts'
import { lockSegments, type Rule } from './queries.ts'

/** The content of a rule, without its identity and position. */
export type RuleBody = Omit<Rule, 'id' | 'featureName' | 'sortOrder' | 'objectVersion'>
type Input = Omit<CreateFeatureStrategy, 'sortOrder'>

/** Import, undo and promotion store a rule unchanged: filling in defaults would move users to other buckets. */
type Options = {
  asGiven?: boolean
  /** The rule comes from a template, which was checked when it was saved. */
  fromTemplate?: boolean
}

/**
 * Validates a rule and returns it as it is stored, for a flag of the project. A rule stored above a limit can be saved
 * again if it does not grow.
 */
export const acceptRule = async (
  tx: Tx,
  project: string,
  input: Input,
  { before, ...options }: Options & { before?: Rule } = {},
): Promise<(flag: Named) => RuleBody> =>
  (await ruleCheck(tx, project, [{ input, before }], options))(input, before)

type Candidate = { input: Input; before?: Rule | undefined }
/** The flag that a rule is for; its type decides which payloads the rule can have. */
type Named = Pick<Flag, 'name' | keyof FlagValue>
export type Check = (input: Input, before?: Rule) => (flag: Named) => RuleBody

/** Validates many rules; the objects they refer to are looked up and locked once for all of them. */
export async function ruleCheck(
  tx: Tx,
  project: string,
  candidates: readonly Candidate[],
  { asGiven = false, fromTemplate = false }: Options = {},
): Promise<Check> {
  const inputs = candidates.map(({ input }) => input)
  const names = [...new Set(inputs.map((input) => input.name))].sort()
  const constraints = inputs.flatMap((input) => input.constraints ?? [])
  const [parameters, acceptConstraints, acceptSegments, rules] = await inOrder([
    inOrder(names.map((name) => holdParameters(tx, name))),
    constraintCheck(tx.read, constraints, tx.limits),
    segmentCheck(tx, project, candidates),
    findProjectRules(tx.read, project),
  ])
  const types = new Map(names.map((name, index) => [name, parameters[index]]))
  const { stickiness = 'default' } = rules ?? {}
  return (input, before) => {
    const known = types.get(input.name)
    if (!known) throw invalid(`The strategy ${input.name} does not exist.`, 'name')
    const parameters = acceptParameters(input.parameters ?? {}, known)
    const constraints = acceptConstraints(input.constraints ?? [], before?.constraints)
    const segments = acceptSegments(input.segments ?? [], before?.segments)
    const keepWeights = asGiven || splitOf(input.variants) === splitOf(before?.variants)
    const variants = acceptVariants(input.variants ?? [], { keepWeights })
    const rule = { name: input.name, parameters, variants }
    return (flag) => {
      checkPayloads(flag, variants)
      const completed = asGiven
        ? withStickiness(rule)
        : completeParameters(rule, { flag: flag.name, stickiness, before })
      if (!asGiven && !fromTemplate)
        checkPortableRule({ ...rule, parameters: completed, constraints }, before)
      return {
        name: input.name,
        title: input.title ?? null,
        disabled: input.disabled ?? false,
        parameters: completed,
        constraints,
        segments,
        variants,
      }
    }
  }
}

/** Detects changed variants: an edit of anything else must not rebalance weights and move users to other variants. */
const splitOf = (variants: Input['variants'] = []) =>
  JSON.stringify(variants.map(({ name, weight, weightType }) => [name, weight, weightType]))

/** Segments that the rule already uses cannot be deleted; only added ones can be missing or in another project. */
async function segmentCheck(tx: Tx, project: string, candidates: readonly Candidate[]) {
  const added = candidates.flatMap(({ input, before }) => newIn(input.segments ?? [], before?.segments))
  const held = await lockSegments(tx, [...new Set(added)])
  const known = new Map(held.map((segment) => [segment.id, segment.project]))
  return (wanted: readonly number[], before: readonly number[] = []): number[] => {
    const ids = [...new Set(wanted)].sort((a, b) => a - b)
    if (ids.length > Math.max(tx.limits.strategySegments, before.length)) {
      throw limitReached('segments of a strategy', tx.limits.strategySegments)
    }
    for (const id of newIn(ids, before)) {
      const owner = known.get(id)
      if (owner === undefined) throw notFound('segment', id)
      if (owner !== null && owner !== project) {
        throw invalid(`The segment ${id} belongs to another project.`, 'segments')
      }
    }
    return ids
  }
}

const newIn = (ids: readonly number[], before: readonly number[] = []) =>
  ids.filter((id) => !before.includes(id))
