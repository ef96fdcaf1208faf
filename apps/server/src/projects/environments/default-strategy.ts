import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { acceptConstraints } from '../../constraints/index.ts'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import { checkName } from '../../platform/names.ts'
import type { Tx } from '../../platform/write.ts'
import { lockSegments } from './queries.ts'

/**
 * Checks what flags of the project will get when they are turned on without a rule of their own, and gives it as
 * it is stored. Flags check it once more and complete it when they take it over.
 */
export async function acceptDefaultStrategy(
  tx: Tx,
  project: string,
  strategy: CreateFeatureStrategy,
): Promise<CreateFeatureStrategy> {
  if (strategy.name !== 'flexibleRollout') {
    throw invalid('The default strategy is always a gradual rollout: flexibleRollout.', 'name')
  }
  checkRollout(strategy.parameters?.rollout)
  checkVariants(strategy.variants ?? [])
  return {
    name: strategy.name,
    title: strategy.title ?? null,
    disabled: strategy.disabled ?? false,
    parameters: strategy.parameters ?? {},
    constraints: await acceptConstraints(tx.read, strategy.constraints ?? [], tx.limits),
    variants: strategy.variants ?? [],
    segments: await acceptSegments(tx, project, strategy.segments ?? []),
  }
}

export function checkRollout(rollout: string | undefined) {
  if (rollout === undefined || rollout.trim() === '') return
  if (/^\d{1,3}$/.test(rollout.trim()) && Number(rollout) <= 100) return
  throw invalid(`"${rollout}" is not a whole number from 0 to 100.`, 'parameters/rollout')
}

const WHOLE = 1000

export function checkVariants(variants: NonNullable<CreateFeatureStrategy['variants']>) {
  if (variants.length === 0) return
  for (const { name } of variants) checkName('variant', name)
  if (new Set(variants.map(({ name }) => name)).size < variants.length) {
    throw invalid('Two variants have the same name.', 'variants')
  }
  const fixed = variants.filter(({ weightType }) => weightType === 'fix')
  if (fixed.length === variants.length) {
    throw invalid('At least one variant needs a variable weight.', 'variants')
  }
  if (fixed.reduce((sum, { weight }) => sum + weight, 0) > WHOLE) {
    throw invalid('The fixed weights add up to more than 100 %.', 'variants')
  }
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
