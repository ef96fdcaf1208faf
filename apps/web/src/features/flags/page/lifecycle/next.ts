import type { Feature } from '@flagstaff/contract/flags'
import { isProduction } from '../../../../ui/Environment.tsx'

const QUIET_MS = 2 * 86_400_000

export type Next = 'code' | 'production' | 'rollout' | 'complete' | 'cleanUp' | 'archive'

/** What brings a flag into its next stage. */
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

/** Flags that are meant to stay have no end to reach. */
const isPermanent = (type: string | undefined) => type === 'kill-switch' || type === 'permission'

type Place = NonNullable<Feature['environments']>[number]

/** On in production, but no rule reaches everybody yet. */
const isPartial = ({ type = '', enabled, strategies = [] }: Place) =>
  isProduction(type) &&
  enabled &&
  strategies.length > 0 &&
  strategies.every(({ parameters }) => Number(parameters?.rollout ?? 100) < 100)
