import type { FeatureSearchEnvironment } from '@flagstaff/contract/search'

export type Summary =
  | { kind: 'off' }
  | { kind: 'on' }
  | { kind: 'percent'; percent: number; split: boolean }
  | { kind: 'segment' }
  | { kind: 'rules'; count: number }

/** The state of a flag in an environment, as one word or percentage. */
export function summaryOf({ enabled, reach }: FeatureSearchEnvironment): Summary {
  if (!enabled) return { kind: 'off' }
  if (!reach || reach.rules === 0) return { kind: 'on' }
  if (reach.rules > 1) return { kind: 'rules', count: reach.rules }
  if (reach.narrowed) return { kind: 'segment' }
  return { kind: 'percent', percent: reach.percent ?? 100, split: reach.split }
}
