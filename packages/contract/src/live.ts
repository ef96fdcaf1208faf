import Type, { type Static } from 'typebox'
import { eventTypes } from './event-types.ts'
import { closed, Nullable, named } from './schema.ts'

/** What a change is about. `other` stands for what has no page of its own yet. */
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
  'other',
] as const
export type LiveKind = (typeof liveKinds)[number]

/** The data of a `change` in the live stream: that something happened, and to what; never what it is now. */
export const LiveChange = named(
  'liveChangeSchema',
  Type.Object(
    {
      revision: Type.Integer(),
      type: Type.Enum([...eventTypes]),
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

/** The data of `hello` and `reset`: from where on the stream goes. */
export const LiveStart = named('liveStartSchema', Type.Object({ revision: Type.Integer() }, closed))
export type LiveStart = Static<typeof LiveStart>

export const LiveQuery = Type.Object({ since: Type.Optional(Type.Integer({ minimum: 0 })) })
