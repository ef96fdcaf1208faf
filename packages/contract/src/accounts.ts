import Type, { type Static } from 'typebox'

import { closed, Nullable, named } from './schema.ts'

export const User = named(
  'userSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      id: Type.Integer(),
      name: Type.Optional(Nullable(Type.String())),
      email: Type.Optional(Type.String()),
      username: Type.Optional(Nullable(Type.String())),
      imageUrl: Type.Optional(Type.String()),
      inviteLink: Type.Optional(Type.String()),
      loginAttempts: Type.Optional(Type.Integer({ minimum: 0 })),
      emailSent: Type.Optional(Type.Boolean()),
      rootRole: Type.Optional(Type.Integer({ minimum: 0 })),
      seenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdAt: Type.Optional(Type.String({ format: 'date-time' })),
      accountType: Type.Optional(Type.Enum(['User', 'Service Account'])),
      permissions: Type.Optional(Type.Array(Type.String())),
      scimId: Type.Optional(Nullable(Type.String())),
      seatType: Type.Optional(Nullable(Type.String())),
      companyRole: Type.Optional(Nullable(Type.String())),
      productUpdatesEmailConsent: Type.Optional(Nullable(Type.Boolean())),
      activeSessions: Type.Optional(Nullable(Type.Integer())),
      deletedSessions: Type.Optional(Type.Number()),
    },
    closed,
  ),
)
export type User = Static<typeof User>

export const Role = named(
  'roleSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 0 }),
      type: Type.String(),
      name: Type.String(),
      description: Type.Optional(Type.String()),
      project: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type Role = Static<typeof Role>

export const GroupUserModel = named(
  'groupUserModelSchema',
  Type.Object(
    {
      joinedAt: Type.Optional(Type.String({ format: 'date-time' })),
      createdBy: Type.Optional(Nullable(Type.String())),
      user: User,
    },
    closed,
  ),
)
export type GroupUserModel = Static<typeof GroupUserModel>

export const Group = named(
  'groupSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      id: Type.Optional(Type.Integer()),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      mappingsSSO: Type.Optional(Type.Array(Type.String())),
      rootRole: Type.Optional(Nullable(Type.Number())),
      createdBy: Type.Optional(Nullable(Type.String())),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      users: Type.Optional(Type.Array(GroupUserModel)),
      projects: Type.Optional(Type.Array(Type.String())),
      userCount: Type.Optional(Type.Integer({ minimum: 0 })),
      scimId: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type Group = Static<typeof Group>
