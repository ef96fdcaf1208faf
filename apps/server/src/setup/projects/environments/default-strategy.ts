import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { invalid, limitReached, notFound } from '../../../platform/errors.ts'
import { checkStickiness, checkVariants } from '../../../platform/variants.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { acceptConstraints, checkPortable } from '../../constraints/index.ts'
import { lockSegments } from './queries.ts'

/**
 * Validates the default rule of a project, which flags without rules get when they are turned on, and returns it as
 * stored. Flags validate and complete it again when they use it.
 */
export async function acceptDefaultStrategy(
  tx: Tx,
  project: string,
  strategy: CreateFeatureStrategy,
  before: CreateFeatureStrategy | null,
): Promise<CreateFeatureStrategy> {
  if (strategy.name !== 'flexibleRollout') {
    throw invalid('The default strategy is always a gradual rollout: flexibleRollout.', 'name')
  }
  checkRollout(strategy.parameters?.rollout)
  checkVariants(strategy.variants ?? [])
  const parameters = withStickiness(strategy)
  checkStickiness({ ...strategy, parameters }, before)
  checkPortable(strategy.constraints ?? [], before?.constraints)
  return {
    name: strategy.name,
    title: strategy.title ?? null,
    disabled: strategy.disabled ?? false,
    parameters,
    constraints: await acceptConstraints(tx.read, strategy.constraints ?? [], tx.limits, before?.constraints),
    variants: strategy.variants ?? [],
    segments: await acceptSegments(tx, project, strategy.segments ?? []),
  }
}

/** Without one, flags take the default of the project, which the variants would not have. */
function withStickiness({ parameters = {}, variants = [] }: CreateFeatureStrategy): Record<string, string> {
  const [first] = variants
  return first && !parameters.stickiness ? { ...parameters, stickiness: first.stickiness } : parameters
}

export function checkRollout(rollout: string | undefined) {
  if (rollout === undefined || rollout.trim() === '') return
  if (/^\d{1,3}$/.test(rollout.trim()) && Number(rollout) <= 100) return
  throw invalid(`"${rollout}" is not a whole number from 0 to 100.`, 'parameters/rollout')
}

async function acceptSegments(tx: Tx, project: string, wanted: readonly number[]): Promise<number[]> {
  const ids = [...new Set(wanted)].sort((a, b) => a - b)
  if (ids.length > tx.limits.strategySegments) {
    throw limitReached('segments of a strategy', tx.limits.strategySegments)
  }
  const known = new Map((await lockSegments(tx, ids)).map((segment) => [segment.id, segment.project]))
  for (const id of ids) {
    const owner = known.get(id)
    if (owner === undefined) throw notFound('segment', id)
    if (owner !== null && owner !== project) {
      throw invalid(`The segment ${id} belongs to another project.`, 'segments')
    }
  }
  return ids
}
