import type { EventType } from '@flagstaff/contract/event-types'
import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import type { Safeguard } from './queries.ts'

type Change = { flag: Flag; environment: string; before: readonly Safeguard[]; after: readonly Safeguard[] }

/** With all safeguards before and after it: what stops a rollout is protected like the rollout. */
export const safeguardEvent = (
  type: EventType,
  { flag, environment, before, after }: Change,
  details: { data?: unknown; preData?: unknown },
): NewEvent => ({
  type,
  ...about(flag),
  environment,
  ...details,
  plans: [{ kind: 'safeguards', name: flag.name, project: flag.project, environment, before, after }],
})

export const safeguardTriggered = (
  flag: Flag,
  environment: string,
  { id, metric, condition }: Safeguard,
  value: number,
): NewEvent => ({
  type: 'safeguard-triggered',
  ...about(flag),
  environment,
  data: { id, name: metric.metricName, metric, condition, value },
})
