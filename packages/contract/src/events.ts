import Type, { type Static } from 'typebox'
import { Tag } from './common.ts'
import { eventTypes } from './event-types.ts'
import { closed, Nullable, named } from './schema.ts'

export const EventCreators = named(
  'eventCreatorsSchema',
  Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
)
export type EventCreators = Static<typeof EventCreators>

export const Event = named(
  'eventSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      createdAt: Type.String({ format: 'date-time' }),
      type: Type.Enum([...eventTypes]),
      createdBy: Type.String(),
      createdByName: Type.Optional(
        Type.String({ description: 'The display name of the account; `createdBy` if it has none.' }),
      ),
      createdByUserId: Type.Optional(Nullable(Type.Number())),
      environment: Type.Optional(Nullable(Type.String())),
      project: Type.Optional(Nullable(Type.String())),
      featureName: Type.Optional(Nullable(Type.String())),
      data: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
      preData: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
      tags: Type.Optional(Nullable(Type.Array(Tag))),
      label: Type.Optional(Nullable(Type.String())),
      summary: Type.Optional(Nullable(Type.String())),
      ip: Type.Optional(Nullable(Type.String())),
      via: Type.Optional(
        Type.String({
          description: 'How the change was made, if not in the interface or by the API: `mcp`.',
        }),
      ),
      client: Type.Optional(
        Type.String({ description: 'The program that made the change, as it calls itself.' }),
      ),
      groupType: Type.Optional(Type.String()),
      groupId: Type.Optional(Type.String()),
      reverts: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'The number of events in the change, if it can be reverted.',
        }),
      ),
    },
    closed,
  ),
)
export type Event = Static<typeof Event>

export const EventId = Type.Object({ id: Type.Integer({ minimum: 1 }) })
export const RevertEvent = named(
  'revertEventSchema',
  Type.Object(
    {
      evenIfChanged: Type.Optional(
        Type.Boolean({ description: 'Revert the change even if the object has changed since.' }),
      ),
    },
    closed,
  ),
)

export const Events = named(
  'eventsSchema',
  Type.Object(
    {
      version: Type.Enum([1]),
      events: Type.Array(Event),
      totalEvents: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
)
export type Events = Static<typeof Events>

export const FeatureEvents = named(
  'featureEventsSchema',
  Type.Object(
    {
      version: Type.Optional(Type.Enum([1])),
      toggleName: Type.Optional(Type.String()),
      events: Type.Array(Event),
      totalEvents: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
)
export type FeatureEvents = Static<typeof FeatureEvents>

export const EventSearchResponse = named(
  'eventSearchResponseSchema',
  Type.Object({ events: Type.Array(Event), total: Type.Integer({ minimum: 0 }) }, closed),
)
export type EventSearchResponse = Static<typeof EventSearchResponse>

const Filter = Type.Optional(Type.String({ pattern: '^(IS|IS_ANY_OF):' }))
const Day = Type.Optional(Type.String({ pattern: '^IS:\\d{4}-\\d{2}-\\d{2}$' }))

export const EventSearchQuery = Type.Object({
  query: Type.Optional(Type.String()),
  id: Filter,
  groupId: Filter,
  feature: Filter,
  project: Filter,
  type: Filter,
  createdBy: Filter,
  environment: Filter,
  from: Day,
  to: Day,
  /** Only events before this one, by id: the next page takes as long as the first, unlike a large offset. */
  before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type EventSearchQuery = Static<typeof EventSearchQuery>

export const EventsQuery = Type.Object({ project: Type.Optional(Type.String()) })
export const FeatureEventsParams = Type.Object({ featureName: Type.String() })

export const EventChainQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
})

/** How far the event log was verified. */
export const EventChain = named(
  'eventChainSchema',
  Type.Object(
    {
      revision: Type.Integer(),
      hash: Type.String(),
      /** The first revision that is missing or was changed. */
      brokenAt: Type.Optional(Type.Integer()),
      removed: Type.Optional(
        Type.Integer({
          description:
            'Where the log starts: the last event that was exported and removed. Only in answers to requests without `after`.',
        }),
      ),
    },
    closed,
  ),
)
