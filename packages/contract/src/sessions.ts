import Type, { type Static } from 'typebox'
import { Nullable, named } from './schema.ts'

export const ActiveSession = Type.Object({
  id: Type.String(),
  userId: Type.Optional(Nullable(Type.Integer())),
  /** The display name of the account, if it has one. */
  name: Type.Optional(Nullable(Type.String())),
  username: Type.Optional(Nullable(Type.String())),
  email: Type.Optional(Nullable(Type.String())),
  ip: Type.Optional(Nullable(Type.String())),
  browser: Type.Optional(Nullable(Type.String())),
  deviceType: Type.Optional(Type.Union([Type.Enum(['desktop', 'mobile', 'tablet']), Type.Null()])),
  createdAt: Type.String({ format: 'date-time' }),
  expiredAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  seenAt: Type.Optional(Type.String({ format: 'date-time' })),
  /** The sign-in method: `password`, or the kind of identity provider. */
  authType: Type.Optional(Type.String()),
  current: Type.Boolean(),
})
export type ActiveSession = Static<typeof ActiveSession>

export const ActiveSessions = named('x-activeSessions', Type.Object({ sessions: Type.Array(ActiveSession) }))
export type ActiveSessions = Static<typeof ActiveSessions>

export const SessionParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
