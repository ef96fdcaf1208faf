import Type, { type Static } from 'typebox'
import { eventTypes } from './event-types.ts'
import { closed, Nullable, named } from './schema.ts'

/** The kind of object that changed. `other` is for objects without a page. */
export const liveKinds = [
  'flag',
  'flag-type',
  'favorite',
  'segment',
  'project',
  'environment',
  'context',
  'strategy',
  'tag',
  'tag-type',
  'token',
  'user',
  'role',
  'group',
  'setting',
  'change-request',
  'banner',
  'notification',
  'other',
] as const
export type LiveKind = (typeof liveKinds)[number]

/** The data of a `change` in the live stream: what changed, without its new content. */
export const LiveChange = named(
  'liveChangeSchema',
  Type.Object(
    {
      revision: Type.Integer(),
      /** The type of the event; `notification` for a new notification, which is not an event. */
      type: Type.Enum([...eventTypes, 'notification']),
      project: Nullable(Type.String()),
      environment: Nullable(Type.String()),
      flag: Nullable(Type.String()),
      kind: Type.Enum([...liveKinds]),
      key: Nullable(Type.String()),
    },
    closed,
  ),
)
export type LiveChange = Static<typeof LiveChange>

/** The data of `hello` and `reset`: the revision at which the stream starts. */
export const LiveStart = named('liveStartSchema', Type.Object({ revision: Type.Integer() }, closed))
export type LiveStart = Static<typeof LiveStart>

export const LiveQuery = Type.Object({ since: Type.Optional(Type.Integer({ minimum: 0 })) })
