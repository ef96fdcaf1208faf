import type { FeatureEnvironmentSafeguard, ReleasePlanSafeguard } from '@flagstaff/contract/release-plans'
import type { Safeguard } from './queries.ts'

type Place = { featureName: string; environment: string; project: string }

const common = ({ id, metric, condition }: Safeguard) => ({
  id,
  impactMetric: { id, ...metric },
  triggerCondition: condition,
})

export const toPlanSafeguard = (safeguard: Safeguard): ReleasePlanSafeguard => ({
  ...common(safeguard),
  action: { type: 'pauseReleasePlanProgressions', id: safeguard.plan ?? '' },
})

export const toFlagSafeguard = (safeguard: Safeguard, place: Place): FeatureEnvironmentSafeguard => ({
  ...common(safeguard),
  action: { type: 'disableFeatureEnvironment', ...place },
})
