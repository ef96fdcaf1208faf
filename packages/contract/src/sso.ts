import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

const text = (longest: number) => Type.Optional(Type.String({ maxLength: longest }))
const choice = Type.Optional(Type.Boolean())
const certificate = text(20_000)

/** Who gets an account at the first sign-in, with which role, and in which groups. */
const provisioning = {
  autoCreate: choice,
  emailDomains: text(4_000),
  defaultRootRole: Type.Optional(Type.Enum(['Viewer', 'Editor', 'Admin'])),
  defaultRootRoleId: Type.Optional(RowId),
  enableGroupSyncing: choice,
  groupJsonPath: text(500),
}

/** What only answers have: nobody can set it. */
const known = {
  /** The environment of the server decides; nothing can be changed here. */
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

/** What is left out stays as it is; so does the secret when it is empty. */
export const OidcSettings = named('oidcSettingsSchema', Type.Object({ ...oidc, secret: text(2_000) }))
export type OidcSettings = Static<typeof OidcSettings>

/** The secret is never told again, only that there is one. */
export const OidcSettingsResponse = named(
  'oidcSettingsResponseSchema',
  Type.Object({ ...oidc, hasSecret: Type.Boolean(), ...known }, closed),
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

/** `spCertificate` is our own private key, with its certificate where the provider is to know it. */
export const SamlSettings = named('samlSettingsSchema', Type.Object({ ...saml, spCertificate: certificate }))
export type SamlSettings = Static<typeof SamlSettings>

/** Of `spCertificate` only the certificate is told, and that there is a key. */
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

/** Only `disabled` can be set. */
export const PasswordAuth = named(
  'passwordAuthSchema',
  Type.Object({
    disabled: choice,
    /** The environment of the server keeps it on, whatever is set. */
    forced: choice,
    /** What lets people in without a password, and how many administrators have come in that way. */
    providers: Type.Optional(Type.Array(Type.String())),
    administrators: Type.Optional(Type.Integer()),
  }),
)
export type PasswordAuth = Static<typeof PasswordAuth>

export const SignInProvider = Type.Enum(['oidc', 'saml'])
export type SignInProvider = Static<typeof SignInProvider>

export const TrialStart = named('signInTrialStartSchema', Type.Object({ location: Type.String() }, closed))

/** What a provider answered to a trial, and what would have happened. */
export const Trial = named(
  'signInTrialSchema',
  Type.Object(
    {
      provider: SignInProvider,
      /** What would happen: somebody signs in, gets an account, has to ask for one, or is refused. */
      outcome: Type.Enum(['sign-in', 'create', 'request', 'refuse']),
      /** Why it would be refused, or what went wrong at the provider. */
      reason: Nullable(Type.String()),
      issuer: Nullable(Type.String()),
      subject: Nullable(Type.String()),
      email: Nullable(Type.String()),
      name: Nullable(Type.String()),
      account: Nullable(Type.String()),
      rootRole: Nullable(Type.String()),
      /** Names of groups as the provider calls them; null where they are not read. */
      groups: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
      /** All that was said about the person, as JSON. */
      claims: Type.String(),
    },
    closed,
  ),
)
export type Trial = Static<typeof Trial>

/** One way in beside the password, as clients show it. */
export type SignInOption = { type: SignInProvider; message: string; path: string }
