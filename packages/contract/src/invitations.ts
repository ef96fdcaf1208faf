import Type, { type Static } from 'typebox'
import { Role, User } from './accounts.ts'
import { closed, Nullable, named } from './schema.ts'

export const PublicSignupToken = named(
  'publicSignupTokenSchema',
  Type.Object(
    {
      /** The secret in the response that creates the link; later an identifier that gives no access. */
      secret: Type.String(),
      url: Nullable(Type.String()),
      name: Type.String(),
      enabled: Type.Boolean(),
      expiresAt: Type.String({ format: 'date-time' }),
      createdAt: Type.String({ format: 'date-time' }),
      createdBy: Nullable(Type.String()),
      users: Type.Optional(Nullable(Type.Array(User))),
      role: Role,
    },
    closed,
  ),
)
export type PublicSignupToken = Static<typeof PublicSignupToken>

export const PublicSignupTokens = named(
  'publicSignupTokensSchema',
  Type.Object({ tokens: Type.Array(PublicSignupToken) }, closed),
)
export type PublicSignupTokens = Static<typeof PublicSignupTokens>

export const PublicSignupTokenCreate = named(
  'publicSignupTokenCreateSchema',
  Type.Object({ name: Type.String(), expiresAt: Type.String({ format: 'date-time' }) }, closed),
)
export type PublicSignupTokenCreate = Static<typeof PublicSignupTokenCreate>

export const PublicSignupTokenUpdate = named(
  'publicSignupTokenUpdateSchema',
  Type.Object(
    {
      expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
      enabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type PublicSignupTokenUpdate = Static<typeof PublicSignupTokenUpdate>

export const CreateInvitedUser = named(
  'createInvitedUserSchema',
  Type.Object(
    {
      username: Type.Optional(Type.String()),
      email: Type.String(),
      name: Type.String(),
      password: Type.String(),
    },
    closed,
  ),
)
export type CreateInvitedUser = Static<typeof CreateInvitedUser>

export const InvitationParams = Type.Object({ token: Type.String() })
