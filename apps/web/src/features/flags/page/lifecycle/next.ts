import type { Feature } from '@flagstaff/contract/flags'

const QUIET_MS = 2 * 86_400_000

export type Next = 'code' | 'production' | 'complete' | 'cleanUp' | 'archive'

/** What brings a flag into its next stage. */
export function nextStep({ lifecycle, environments = [] }: Feature, now = Date.now()): Next | undefined {
  switch (lifecycle?.stage) {
    case 'initial':
      return 'code'
    case 'pre-live':
      return 'production'
    case 'live':
      return 'complete'
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
