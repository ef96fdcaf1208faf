import Type, { type Static } from 'typebox'

import { closed, Nullable, named, RowId } from './schema.ts'

export const ApiToken = named(
  'apiTokenSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      /** The selector: identifies the token without giving access. */
      id: Type.Optional(Type.String()),
      secret: Type.Optional(Nullable(Type.String())),
      tokenName: Type.String(),
      type: Type.Enum(['client', 'admin', 'frontend', 'backend']),
      environment: Type.Optional(Type.String()),
      project: Type.Optional(Type.String()),
      projects: Type.Array(Type.String()),
      expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdAt: Type.String({ format: 'date-time' }),
      seenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      alias: Type.Optional(Nullable(Type.String())),
      secure: Type.Optional(Nullable(Type.Boolean())),
    },
    closed,
  ),
)
export type ApiToken = Static<typeof ApiToken>

export const ApiTokens = named('apiTokensSchema', Type.Object({ tokens: Type.Array(ApiToken) }, closed))
export type ApiTokens = Static<typeof ApiTokens>

/** Case-insensitive; admin tokens cannot be created here. */
const SdkTokenType = Type.String({
  pattern: '^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd])$',
})

export const CreateApiToken = named(
  'createApiTokenSchema',
  Type.Object({
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    type: SdkTokenType,
    environment: Type.Optional(Type.String()),
    project: Type.Optional(Type.String()),
    projects: Type.Optional(Type.Array(Type.String())),
    tokenName: Type.String(),
  }),
)
export type CreateApiToken = Static<typeof CreateApiToken>

/** A token that was created elsewhere: its secret, or the SHA-256 of the secret with its scope. */
export const AdoptApiToken = named(
  'adoptApiTokenSchema',
  Type.Object({
    name: Type.String(),
    type: SdkTokenType,
    secret: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$' })),
    digest: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    masked: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    projects: Type.Optional(Type.Array(Type.String())),
    expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  }),
)
export type AdoptApiToken = Static<typeof AdoptApiToken>

export const UpdateApiToken = named(
  'updateApiTokenSchema',
  Type.Object({ expiresAt: Type.String({ format: 'date-time' }) }),
)
export type UpdateApiToken = Static<typeof UpdateApiToken>

/** How many hours the old secret remains valid; 24 by default, 0 to revoke it at once. */
export const RotateApiToken = named(
  'rotateApiTokenSchema',
  Type.Object({ overlapHours: Type.Optional(Type.Number({ minimum: 0, maximum: 720 })) }),
)
export type RotateApiToken = Static<typeof RotateApiToken>

export const CdnApiToken = named(
  'cdnApiTokenSchema',
  Type.Object({
    environment: Type.String(),
    expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
    project: Type.Optional(Type.String()),
    tokenName: Type.String(),
  }),
)
export type CdnApiToken = Static<typeof CdnApiToken>

export const CdnApiTokens = named(
  'cdnApiTokensSchema',
  Type.Object({ tokens: Type.Optional(Type.Array(CdnApiToken)) }),
)
export type CdnApiTokens = Static<typeof CdnApiTokens>

const ProposeOnly = Type.Boolean({
  description: 'Changes with this token become change requests; what cannot be proposed is refused.',
})

export const Pat = named(
  'patSchema',
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    secret: Type.Optional(Type.String()),
    createdAt: Type.String({ format: 'date-time' }),
    seenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
    userId: Type.Optional(Type.Integer()),
    expiryWarning: Type.Optional(Type.Enum(['expires-soon', 'expired'])),
    description: Type.String(),
    expiresAt: Type.String({ format: 'date-time' }),
    proposeOnly: Type.Optional(ProposeOnly),
  }),
)
export type Pat = Static<typeof Pat>

export const Pats = named('patsSchema', Type.Object({ pats: Type.Optional(Type.Array(Pat)) }))
export type Pats = Static<typeof Pats>

export const CreatePat = named(
  'createPatSchema',
  Type.Object({
    description: Type.String(),
    expiresAt: Type.String({ format: 'date-time' }),
    proposeOnly: Type.Optional(ProposeOnly),
  }),
)
export type CreatePat = Static<typeof CreatePat>

export const CreateProjectApiToken = named(
  'createProjectApiTokenSchema',
  Type.Object({
    type: SdkTokenType,
    environment: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    tokenName: Type.String(),
  }),
)
export type CreateProjectApiToken = Static<typeof CreateProjectApiToken>

export const ApiTokenParams = Type.Object({ token: Type.String() })
export const ApiTokenNameParams = Type.Object({ name: Type.String() })
export const ProjectTokensParams = Type.Object({ projectId: Type.String() })
export const ProjectTokenParams = Type.Object({ projectId: Type.String(), token: Type.String() })
export const PatParams = Type.Object({ id: RowId })
