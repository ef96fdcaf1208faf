import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

export const ScimSettings = named(
  'scimSettingsSchema',
  Type.Object({ enabled: Type.Boolean(), hasToken: Type.Boolean() }, closed),
)
export type ScimSettings = Static<typeof ScimSettings>

export const SetScimSettings = named('setScimSettingsSchema', Type.Object({ enabled: Type.Boolean() }))
export type SetScimSettings = Static<typeof SetScimSettings>

export const ScimToken = named('scimTokenSchema', Type.Object({ token: Type.String() }, closed))
export type ScimToken = Static<typeof ScimToken>

/** The status of provisioning, for administrators. */
export const ScimStatus = named(
  'scimStatusSchema',
  Type.Object(
    {
      /** To be configured at the identity provider. */
      baseUrl: Type.String(),
      activeUsers: Type.Integer(),
      inactiveUsers: Type.Integer(),
      groups: Type.Integer(),
      token: Nullable(
        Type.Object({ createdAt: Type.String({ format: 'date-time' }), createdBy: Type.String() }, closed),
      ),
      lastRequest: Nullable(
        Type.Object(
          {
            at: Type.String({ format: 'date-time' }),
            /** Method and path, without identifiers. */
            request: Type.String(),
            status: Type.Integer(),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type ScimStatus = Static<typeof ScimStatus>

/** A SCIM 2.0 resource or message, as defined in RFC 7643. */
export const Scim = named('x-scim', Type.Object({}, { additionalProperties: true }))

export const ScimParams = Type.Object({ id: Type.String({ maxLength: 100 }) })

export const ScimQuery = Type.Object({
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
  attributes: Type.Optional(Type.String()),
  excludedAttributes: Type.Optional(Type.String()),
})
export type ScimQuery = Static<typeof ScimQuery>
