import type { EventType } from '@flagstaff/contract/event-types'
import type { NewEvent } from '../../platform/write/write.ts'
import type { Integration } from './queries.ts'

/** Events contain no parameters: some are secret. */
const shown = ({ id, provider, description, enabled, events, projects, environments }: Integration) => ({
  id,
  provider,
  description,
  enabled,
  events,
  projects,
  environments,
})

export const integrationEvent = (
  type: Extract<EventType, `addon-config-${string}`>,
  before: Integration | undefined,
  after: Integration | undefined,
  more: object = {},
): NewEvent => ({
  type,
  ...(before ? { preData: shown(before) } : {}),
  ...(after ? { data: { ...shown(after), ...more } } : {}),
})
