import type { Feature } from '@flagstaff/contract/flags'
import { isProduction } from '../../../../ui/Environment.tsx'

const QUIET_MS = 2 * 86_400_000

export type Next = 'code' | 'production' | 'rollout' | 'complete' | 'cleanUp' | 'archive'

/** The step that leads to the next lifecycle stage. */
export function nextStep(
  { lifecycle, type, environments = [] }: Feature,
  now = Date.now(),
): Next | undefined {
  switch (lifecycle?.stage) {
    case 'initial':
      return 'code'
    case 'pre-live':
      return 'production'
    case 'live':
      if (isPermanent(type)) return undefined
      return environments.some(isPartial) ? 'rollout' : 'complete'
    case 'completed': {
      const asked = environments.some(
        ({ lastSeenAt }) => lastSeenAt && now - Date.parse(lastSeenAt) < QUIET_MS,
      )
      return asked ? 'cleanUp' : 'archive'
    }
    default:
      return undefined
  }
}

/** Permanent flags are never completed. */
const isPermanent = (type: string | undefined) => type === 'kill-switch' || type === 'permission'

type Place = NonNullable<Feature['environments']>[number]

/** On in production, but no rule applies to everyone yet. */
const isPartial = ({ type = '', enabled, strategies = [] }: Place) =>
  isProduction(type) &&
  enabled &&
  strategies.length > 0 &&
  strategies.every(({ parameters }) => Number(parameters?.rollout ?? 100) < 100)
