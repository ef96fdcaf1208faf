import type { Constraint } from '@flagstaff/contract/common'
import { type Context, compile, evaluate } from '@flagstaff/engine'
import { browserTools } from '../../../lib/context.ts'

/** Evaluates a rule with only this segment. */
export function isMember(constraints: readonly Constraint[], context: Context, now = Date.now()): boolean {
  const segments = [{ id: 1, constraints }]
  const features = [{ name: 'it', enabled: true, strategies: [{ name: 'default', segments: [1] }] }]
  return evaluate(compile({ features, segments }, browserTools), 'it', context, { now, random: () => 0 })
    .enabled
}
