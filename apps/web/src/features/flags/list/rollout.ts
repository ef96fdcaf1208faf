import type { FeatureSearchEnvironment } from '@flagstaff/contract/search'

export type Summary =
  | { kind: 'off' }
  | { kind: 'on' }
  | { kind: 'percent'; percent: number; split: boolean }
  | { kind: 'segment' }
  | { kind: 'rules'; count: number }

/** What a switch that is on amounts to, in one word; as much as the row tells of the rules. */
export function summaryOf({ enabled, strategies }: FeatureSearchEnvironment): Summary {
  if (!enabled) return { kind: 'off' }
  const active = strategies?.filter(({ disabled }) => !disabled)
  if (!active || active.length === 0) return { kind: 'on' }
  const [rule] = active
  if (active.length > 1 || !rule) return { kind: 'rules', count: active.length }
  if ((rule.constraints?.length ?? 0) + (rule.segments?.length ?? 0) > 0) return { kind: 'segment' }
  const percent = Number(rule.parameters?.rollout ?? 100)
  return { kind: 'percent', percent, split: (rule.variants?.length ?? 0) > 1 }
}
