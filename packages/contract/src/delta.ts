import Type, { type Static } from 'typebox'
import { ClientFeature, ClientSegment } from './client.ts'
import { closed, named } from './schema.ts'

const eventId = Type.Number()
export const DeltaEvent = Type.Union([
  Type.Object({
    type: Type.Literal('hydration'),
    eventId,
    features: Type.Array(ClientFeature),
    segments: Type.Array(ClientSegment),
  }),
  Type.Object({ type: Type.Literal('feature-updated'), eventId, feature: ClientFeature }),
  Type.Object({
    type: Type.Literal('feature-removed'),
    eventId,
    featureName: Type.String(),
    project: Type.String(),
  }),
  Type.Object({ type: Type.Literal('segment-updated'), eventId, segment: ClientSegment }),
  Type.Object({ type: Type.Literal('segment-removed'), eventId, segmentId: Type.Number() }),
])
export type DeltaEvent = Static<typeof DeltaEvent>

/** The changes since the client's revision. */
export const ClientDelta = named(
  'clientFeaturesDeltaSchema',
  Type.Object({ events: Type.Array(DeltaEvent) }, closed),
)
export type ClientDelta = Static<typeof ClientDelta>
