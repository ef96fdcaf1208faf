import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

export const LoginEvent = named(
  'loginEventSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      auth_type: Type.Optional(Type.String()),
      created_at: Type.Optional(Type.String({ format: 'date-time' })),
      type: Type.Optional(Type.Enum(['login', 'logout'])),
      failure_reason: Type.Optional(Nullable(Type.String())),
      ip: Type.Optional(Nullable(Type.String())),
      successful: Type.Optional(Type.Boolean()),
      username: Type.Optional(Type.String()),
      name: Type.Optional(
        Type.String({ description: 'The display name of the account; `username` if it has none.' }),
      ),
      user_agent: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type LoginEvent = Static<typeof LoginEvent>

export const LoginHistory = named(
  'loginHistorySchema',
  Type.Object({ events: Type.Array(LoginEvent), total: Type.Optional(Type.Integer()) }, closed),
)
export type LoginHistory = Static<typeof LoginHistory>

export const LoginQuery = Type.Object({
  /** Part of a name, an IP address or a kind of sign-in. */
  query: Type.Optional(Type.String()),
  type: Type.Optional(Type.Enum(['login', 'logout'])),
  successful: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type LoginQuery = Static<typeof LoginQuery>
