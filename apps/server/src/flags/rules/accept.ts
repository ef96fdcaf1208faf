import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { acceptConstraints } from '../../constraints/index.ts'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { holdParameters } from '../../strategies/index.ts'
import { findProjectRules } from '../queries.ts'
import { acceptVariants } from '../variants/weights.ts'
import { acceptParameters, completeParameters } from './parameters.ts'
import { lockSegments, type Rule } from './queries.ts'

/** What makes up a rule, apart from where it stands. */
export type RuleBody = Omit<Rule, 'id' | 'featureName' | 'sortOrder' | 'objectVersion'>
type Input = Omit<CreateFeatureStrategy, 'sortOrder'>

/**
 * Checks a rule before it is saved and gives it as it is stored, for a flag of the project. What was stored above a
 * limit may be saved again, as long as it does not grow.
 */
export async function acceptRule(
  tx: Tx,
  project: string,
  input: Input,
  before?: Rule,
): Promise<(flag: string) => RuleBody> {
  const types = await holdParameters(tx, input.name)
  if (!types) throw invalid(`There is no strategy called ${input.name}.`, 'name')
  const parameters = acceptParameters(input.parameters ?? {}, types)
  const constraints = await acceptConstraints(
    tx.read,
    input.constraints ?? [],
    tx.limits,
    before?.constraints,
  )
  const segments = await acceptSegments(tx, project, input.segments ?? [], before?.segments)
  const variants = acceptVariants(input.variants ?? [])
  const { stickiness = 'default' } = (await findProjectRules(tx.read, project)) ?? {}
  return (flag) => {
    const complete = completeParameters({ name: input.name, parameters }, flag, stickiness)
    return {
      name: input.name,
      title: input.title ?? null,
      disabled: input.disabled ?? false,
      parameters: complete,
      constraints,
      segments,
      // Evaluators disagree on which of the two counts where they differ.
      variants: variants.map((variant) => ({ ...variant, stickiness: complete.stickiness || 'default' })),
    }
  }
}

/** Segments the rule used before are held by that use; only new ones can be missing or foreign. */
async function acceptSegments(
  tx: Tx,
  project: string,
  wanted: readonly number[],
  before: readonly number[] = [],
): Promise<number[]> {
  const ids = [...new Set(wanted)].sort((a, b) => a - b)
  if (ids.length > Math.max(tx.limits.strategySegments, before.length)) {
    throw limitReached('segments of a strategy', tx.limits.strategySegments)
  }
  const added = ids.filter((id) => !before.includes(id))
  const known = new Map((await lockSegments(tx, added)).map((segment) => [segment.id, segment.project]))
  for (const id of added) {
    const owner = known.get(id)
    if (owner === undefined) throw notFound('segment', id)
    if (owner !== null && owner !== project) {
      throw invalid(`The segment ${id} belongs to another project.`, 'segments')
    }
  }
  return ids
}
