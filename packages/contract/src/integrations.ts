import Type, { type Static } from 'typebox'
import { Event } from './events.ts'
import { closed, Nullable, named, RowId } from './schema.ts'
import { TagType } from './tags.ts'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 500 })
const Parameters = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 50 })
const Moment = Type.String({ format: 'date-time' })

/** What is shown instead of a secret. Sent back, it keeps the secret. */
export const MASK = '*****'

export const Addon = named(
  'addonSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      provider: Type.String(),
      description: Nullable(Type.String()),
      enabled: Type.Boolean(),
      parameters: Type.Record(Type.String(), Type.Unknown()),
      events: Type.Array(Type.String()),
      projects: Type.Optional(Type.Array(Type.String())),
      environments: Type.Optional(Type.Array(Type.String())),
      createdAt: Type.Optional(Moment),
      signingSecret: Type.Optional(
        Type.String({ description: 'The key that requests are signed with. Returned once, on creation.' }),
      ),
    },
    closed,
  ),
)
export type Addon = Static<typeof Addon>

export const UpsertAddon = named(
  'addonCreateUpdateSchema',
  Type.Object({
    provider: Type.String({ maxLength: 50 }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    enabled: Type.Boolean(),
    parameters: Parameters,
    events: Names,
    projects: Type.Optional(Names),
    environments: Type.Optional(Names),
  }),
)
export type UpsertAddon = Static<typeof UpsertAddon>

const AddonParameter = named(
  'addonParameterSchema',
  Type.Object(
    {
      name: Type.String(),
      displayName: Type.String(),
      type: Type.String(),
      description: Type.Optional(Type.String()),
      placeholder: Type.Optional(Type.String()),
      required: Type.Boolean(),
      sensitive: Type.Boolean(),
    },
    closed,
  ),
)
export type AddonParameter = Static<typeof AddonParameter>

export const AddonType = named(
  'addonTypeSchema',
  Type.Object(
    {
      name: Type.String(),
      displayName: Type.String(),
      documentationUrl: Type.String(),
      description: Type.String(),
      howTo: Type.Optional(Type.String()),
      tagTypes: Type.Optional(Type.Array(TagType)),
      parameters: Type.Optional(Type.Array(AddonParameter)),
      events: Type.Optional(Type.Array(Type.String())),
      deprecated: Type.Optional(Type.String()),
      signed: Type.Optional(Type.Boolean({ description: 'Whether requests are signed.' })),
    },
    closed,
  ),
)
export type AddonType = Static<typeof AddonType>

export const Addons = named(
  'addonsSchema',
  Type.Object({ addons: Type.Array(Addon), providers: Type.Array(AddonType) }, closed),
)

const Details = Type.Object(
  {
    url: Type.Optional(Type.String({ description: 'The host that was called.' })),
    status: Type.Optional(Type.Integer()),
    ms: Type.Optional(Type.Integer()),
    attempt: Type.Optional(Type.Integer()),
    events: Type.Optional(Type.Integer({ description: 'How many events the request contained.' })),
    to: Type.Optional(Type.Integer({ description: 'The ID of the last event in the request.' })),
    replay: Type.Optional(Type.Boolean()),
    setAside: Type.Optional(
      Type.Boolean({ description: 'The receiver refused this event, and it is not sent again.' }),
    ),
    body: Type.Optional(Type.String()),
    sameBody: Type.Optional(Type.Boolean({ description: 'Whether `body`, rendered now, is what was sent.' })),
    answer: Type.Optional(Type.String()),
  },
  closed,
)

export const IntegrationEvent = named(
  'integrationEventSchema',
  Type.Object(
    {
      id: Type.String({ pattern: '^[0-9]+$' }),
      integrationId: Type.Integer(),
      createdAt: Moment,
      state: Type.Enum(['success', 'failed', 'successWithErrors']),
      stateDetails: Type.String(),
      event: Event,
      details: Details,
    },
    closed,
  ),
)
export type IntegrationEvent = Static<typeof IntegrationEvent>

export const IntegrationEvents = named(
  'integrationEventsSchema',
  Type.Object({ integrationEvents: Type.Array(IntegrationEvent) }, closed),
)

export const AddonParams = Type.Object({ id: RowId })
export const DeliveryParams = Type.Object({ id: RowId, delivery: Type.Integer({ minimum: 1 }) })
export const IntegrationEventsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
})

/** How a receiver is doing. */
export const AddonState = named(
  'addonStateSchema',
  Type.Object(
    {
      id: Type.Integer(),
      /** Waiting: there are events to send, and the receiver did not fail. */
      state: Type.Enum(['off', 'ok', 'waiting', 'failing']),
      cursor: Type.Integer({ description: 'The last event that was handled.' }),
      waiting: Type.Integer({ description: 'Events to send that wait, at most 1,000.' }),
      failures: Type.Integer({ description: 'Failed attempts in a row.' }),
      failingSince: Nullable(Moment),
      retryAt: Nullable(Moment),
      lastError: Nullable(Type.String()),
      day: Type.Object(
        {
          sent: Type.Integer(),
          failed: Type.Integer(),
          p50: Nullable(Type.Integer()),
          p95: Nullable(Type.Integer()),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type AddonState = Static<typeof AddonState>
export const AddonStates = named('addonStatesSchema', Type.Object({ states: Type.Array(AddonState) }, closed))

export const AddonPreview = named(
  'addonPreviewSchema',
  Type.Object(
    {
      /** Absent if nothing in the log matches. */
      event: Type.Optional(Event),
      requests: Type.Array(
        Type.Object(
          { host: Type.String(), headers: Type.Record(Type.String(), Type.String()), body: Type.String() },
          closed,
        ),
      ),
      /** The message as people read it, if it is for people. */
      text: Type.Optional(Type.String()),
      week: Type.Integer({ description: 'Events of the last seven days that match.' }),
    },
    closed,
  ),
)
export type AddonPreview = Static<typeof AddonPreview>

export const AddonTested = named(
  'addonTestSchema',
  Type.Object(
    {
      ok: Type.Boolean(),
      status: Nullable(Type.Integer()),
      ms: Type.Integer(),
      error: Nullable(Type.String()),
      answer: Nullable(Type.String()),
    },
    closed,
  ),
)
export type AddonTested = Static<typeof AddonTested>

/** The body of a test or preview: an integration, or the stored one with changes. */
export const TryAddon = named(
  'tryAddonSchema',
  Type.Interface([UpsertAddon], { id: Type.Optional(Type.Integer({ minimum: 1 })) }),
)
export type TryAddon = Static<typeof TryAddon>

export const ReplayAddon = named(
  'replayAddonSchema',
  Type.Object(
    {
      from: Type.Integer({ minimum: 1, description: 'The ID of the first event.' }),
      to: Type.Integer({ minimum: 1, description: 'The ID of the last event.' }),
    },
    closed,
  ),
)
export const Replaying = named('replayingAddonSchema', Type.Object({ events: Type.Integer() }, closed))
export const SigningSecret = named('addonSigningSecretSchema', Type.Object({ secret: Type.String() }, closed))

export const ExportEventsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})
export const MOST_REPLAYED = 100_000
export const MOST_INTEGRATIONS = 1_000
