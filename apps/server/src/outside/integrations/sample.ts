import { type EventType, eventTypes } from '@flagstaff/contract/event-types'
import type { Filter } from './delivery/filter.ts'
import type { SentEvent } from './providers/types.ts'

/** For tests and previews while nothing in the log matches. */
export function sampleEvent({ events, projects, environments }: Filter): SentEvent {
  const type = events.find((one): one is EventType => eventTypes.some((known) => known === one))
  return {
    id: 1,
    type: type ?? 'feature-environment-enabled',
    createdBy: 'Flagstaff',
    createdByUserId: -1337,
    createdAt: new Date().toISOString(),
    data: null,
    preData: null,
    tags: [],
    featureName: 'example-flag',
    project: projects.find((project) => project !== '*') ?? 'default',
    environment: environments.find((environment) => environment !== '*') ?? 'production',
    groupType: null,
    groupId: null,
    digest: '0'.repeat(64),
    hash: '0'.repeat(64),
  }
}
