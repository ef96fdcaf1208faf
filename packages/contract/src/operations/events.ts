import {
  EventChain,
  EventChainQuery,
  EventCreators,
  EventId,
  EventSearchQuery,
  EventSearchResponse,
  Events,
  EventsQuery,
  FeatureEvents,
  FeatureEventsParams,
  RevertEvent,
} from '../events.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const eventsOperations = operations({
  'GET /api/admin/events': {
    id: 'getEvents',
    tags: ['Events'],
    summary: 'List recent events',
    description: 'Returns the newest 100 events of the audit log, of all projects or of one.',
    permission: 'ADMIN',
    query: EventsQuery,
    responses: { 200: Events },
    example: { query: { project: 'default' } },
  },
  'GET /api/admin/events/:featureName': {
    id: 'getEventsForToggle',
    tags: ['Events'],
    summary: 'List the events of a flag',
    description:
      'Returns the newest 100 events of a flag. Events of projects that the caller cannot see are left out.',
    permission: 'authenticated',
    params: FeatureEventsParams,
    responses: { 200: FeatureEvents },
    example: { params: { featureName: 'new-checkout' } },
  },
  'GET /api/admin/search/events': {
    id: 'searchEvents',
    tags: ['Events'],
    summary: 'Search the event log',
    description:
      'Returns the events that match all filters, newest first, 50 by default and at most 1,000 at a time. A filter is `IS:` with one value, or `IS_ANY_OF:` with several values separated by commas. For the next page, send the id of the last event as `before`; `total` counts the matches on all pages. Events that belong to no project require `READ_LOGS`.',
    permission: 'authenticated',
    query: EventSearchQuery,
    responses: { 200: EventSearchResponse },
    example: {
      query: {
        project: 'IS:default',
        type: 'IS_ANY_OF:feature-created,feature-archived',
        from: 'IS:2026-11-01',
        limit: '20',
      },
    },
  },
  'GET /api/admin/event-creators': {
    id: 'getEventCreators',
    tags: ['Events'],
    summary: 'List who has created events',
    description:
      'Returns the ID and name of every author in the event log, for the filter `createdBy` of the search.',
    permission: 'authenticated',
    responses: { 200: EventCreators },
    example: {},
  },
  'GET /api/admin/event-chain': {
    id: 'verifyEventChain',
    tags: ['Flagstaff'],
    summary: 'Verify the hash chain of the event log',
    description:
      'Verifies up to 5,000 events after the revision `after`, whose hash must be `hash`; without them, it starts at the first event. To verify the whole log, repeat the request with the returned `revision` and `hash` until `revision` no longer grows. `brokenAt` is the first revision that is missing or was changed.',
    permission: 'ADMIN',
    query: EventChainQuery,
    responses: { 200: EventChain },
    example: {},
  },
  'POST /api/admin/events/:id/revert': {
    id: 'revertEvent',
    tags: ['Flagstaff'],
    summary: 'Revert a change',
    description:
      'Reverses the change that the event belongs to, with all its events. It requires the permission for the reverse change (403). Returns 409 if the change cannot be reversed, or if the object has changed since, unless `evenIfChanged` is true.',
    permission: 'authenticated',
    params: EventId,
    body: RevertEvent,
    responses: { 204: Nothing },
    example: { params: { id: 1843 }, body: {} },
  },
})
