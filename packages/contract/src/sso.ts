import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

const text = (longest: number) => Type.Optional(Type.String({ maxLength: longest }))
const choice = Type.Optional(Type.Boolean())
const certificate = text(20_000)

/** Who gets an account at the first sign-in, and with which role and groups. */
const provisioning = {
  autoCreate: choice,
  emailDomains: text(4_000),
  defaultRootRole: Type.Optional(Type.Enum(['Viewer', 'Editor', 'Admin'])),
  defaultRootRoleId: Type.Optional(RowId),
  enableGroupSyncing: choice,
  groupJsonPath: text(500),
}

/** Read-only fields. */
const known = {
  /** Configured by environment variables, so it cannot be changed here. */
  locked: Type.Boolean(),
  callbackUrl: Type.String(),
  objectVersion: Type.Optional(Type.Integer()),
}

const oidc = {
  enabled: choice,
  discoverUrl: text(2_000),
  clientId: text(500),
  acrValues: text(500),
  extraScopes: text(500),
  addGroupsScope: choice,
  enablePkce: choice,
  enableSingleSignOut: choice,
  idTokenSigningAlgorithm: Type.Optional(Type.Enum(['RS256', 'RS384', 'RS512'])),
  ...provisioning,
}

/** Omitted fields keep their values, and so does an empty secret. */
export const OidcSettings = named('oidcSettingsSchema', Type.Object({ ...oidc, secret: text(2_000) }))
export type OidcSettings = Static<typeof OidcSettings>

/** The secret is only returned to the tool that set it; others see whether one is set. */
export const OidcSettingsResponse = named(
  'oidcSettingsResponseSchema',
  Type.Object({ ...oidc, secret: text(2_000), hasSecret: Type.Boolean(), ...known }, closed),
)
export type OidcSettingsResponse = Static<typeof OidcSettingsResponse>

const saml = {
  enabled: choice,
  entityId: text(2_000),
  signOnUrl: text(2_000),
  signOutUrl: text(2_000),
  certificate,
  ...provisioning,
}

/** `spCertificate` is our private key, with its certificate if the provider needs it. */
export const SamlSettings = named('samlSettingsSchema', Type.Object({ ...saml, spCertificate: certificate }))
export type SamlSettings = Static<typeof SamlSettings>

/** Of `spCertificate` only the certificate is returned, and whether there is a key. */
export const SamlSettingsResponse = named(
  'samlSettingsResponseSchema',
  Type.Object(
    {
      ...saml,
      spCertificate: certificate,
      hasPrivateKey: Type.Boolean(),
      metadataUrl: Type.String(),
      ...known,
    },
    closed,
  ),
)
export type SamlSettingsResponse = Static<typeof SamlSettingsResponse>

/** Only `disabled` can be changed. */
export const PasswordAuth = named(
  'passwordAuthSchema',
  Type.Object({
    disabled: choice,
    /** Password sign-in is kept on by an environment variable, whatever the setting. */
    forced: choice,
    /** The active identity providers, and how many administrators have signed in with one. */
    providers: Type.Optional(Type.Array(Type.String())),
    administrators: Type.Optional(Type.Integer()),
  }),
)
export type PasswordAuth = Static<typeof PasswordAuth>

export const SignInProvider = Type.Enum(['oidc', 'saml'])
export type SignInProvider = Static<typeof SignInProvider>

/** An account at an identity provider that opens an account here. */
export const LinkedIdentity = named(
  'linkedIdentitySchema',
  Type.Object(
    {
      id: Type.Integer(),
      /** Null if it is not known; such a link opens nothing. */
      protocol: Type.Unsafe<SignInProvider | null>({ enum: ['oidc', 'saml', null] }),
      issuer: Type.String(),
      subject: Type.String(),
      createdAt: Type.String({ format: 'date-time' }),
    },
    closed,
  ),
)
export type LinkedIdentity = Static<typeof LinkedIdentity>

export const LinkedIdentities = named(
  'linkedIdentitiesSchema',
  Type.Object({ identities: Type.Array(LinkedIdentity) }, closed),
)

export const IdentityProtocol = named(
  'identityProtocolSchema',
  Type.Object({ protocol: SignInProvider }, closed),
)

export const TrialStart = named('signInTrialStartSchema', Type.Object({ location: Type.String() }, closed))

/** The response of a provider in a test sign-in, and what a real sign-in would do. */
export const Trial = named(
  'signInTrialSchema',
  Type.Object(
    {
      provider: SignInProvider,
      /** The result of a real sign-in: signs in, creates an account, requests one, or is refused. */
      outcome: Type.Enum(['sign-in', 'create', 'request', 'refuse']),
      /** Why the sign-in would be refused, or the error of the provider. */
      reason: Nullable(Type.String()),
      issuer: Nullable(Type.String()),
      subject: Nullable(Type.String()),
      email: Nullable(Type.String()),
      name: Nullable(Type.String()),
      account: Nullable(Type.String()),
      rootRole: Nullable(Type.String()),
      /** Group names at the provider; null if groups are not synced. */
      groups: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
      /** All claims about the user, as JSON. */
      claims: Type.String(),
    },
    closed,
  ),
)
export type Trial = Static<typeof Trial>

/** A sign-in method other than the password. */
export type SignInOption = { type: SignInProvider; message: string; path: string }
