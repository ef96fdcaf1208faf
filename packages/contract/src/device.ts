import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

// The names of the two public requests are those of RFC 8628.

/** Host names only: a sentence could talk the reader into an approval. */
const Host = Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' })

export const StartDeviceSignIn = named(
  'startDeviceSignInSchema',
  Type.Object(
    {
      host: Host,
      /** How long the token is valid; 30 days by default. */
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
      /** The token can only propose changes. */
      propose_only: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type StartDeviceSignIn = Static<typeof StartDeviceSignIn>

export const DeviceCodes = named(
  'deviceCodesSchema',
  Type.Object(
    {
      device_code: Type.String(),
      user_code: Type.String(),
      verification_uri: Type.String(),
      /** The same page with the code filled in. */
      verification_uri_complete: Type.String(),
      /** Seconds between two requests for the token. */
      interval: Type.Integer(),
      expires_in: Type.Integer(),
    },
    closed,
  ),
)
export type DeviceCodes = Static<typeof DeviceCodes>

export const DeviceTokenRequest = named(
  'deviceTokenRequestSchema',
  Type.Object(
    {
      grant_type: Type.Literal('urn:ietf:params:oauth:grant-type:device_code'),
      device_code: Type.String({ maxLength: 200 }),
    },
    closed,
  ),
)

export const DeviceToken = named(
  'deviceTokenSchema',
  Type.Object(
    {
      access_token: Type.String(),
      token_type: Type.Literal('bearer'),
      expires_in: Type.Integer(),
      /** The id and name of the personal token. */
      token_id: Type.Integer(),
      token_name: Type.String(),
    },
    closed,
  ),
)
export type DeviceToken = Static<typeof DeviceToken>

export const DeviceUserCode = named(
  'deviceUserCodeSchema',
  Type.Object({ userCode: Type.String({ maxLength: 40 }) }, closed),
)

/** A device that waits for the approval of a signed-in user. */
export const DeviceSignIn = named(
  'deviceSignInSchema',
  Type.Object(
    {
      userCode: Type.String(),
      host: Type.String(),
      ip: Type.String(),
      days: Type.Integer(),
      proposeOnly: Type.Boolean(),
      createdAt: Type.String({ format: 'date-time' }),
      expiresAt: Type.String({ format: 'date-time' }),
    },
    closed,
  ),
)
export type DeviceSignIn = Static<typeof DeviceSignIn>
