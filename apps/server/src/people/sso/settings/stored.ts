import type { OidcConfig, SamlConfig } from '../../../platform/settings/sso-settings.ts'

/** Names of the stored settings. */
export const OIDC = 'unleash.enterprise.auth.oidc'
export const SAML = 'unleash.enterprise.auth.saml'
export const PASSWORD = 'unleash.auth.simple'

/** Secrets are encrypted before they are stored. */
export type StoredOidc = Omit<OidcConfig, 'secret'> & { sealedSecret?: string }
/** The certificate is public; its private key is encrypted. */
export type StoredSaml = SamlConfig & { sealedKey?: string }
export type StoredPassword = { disabled: boolean }

export type Stored = {
  [OIDC]: StoredOidc
  [SAML]: StoredSaml
  [PASSWORD]: StoredPassword
}

const nobodyYet = {
  autoCreate: false,
  emailDomains: '',
  defaultRootRole: 'Viewer',
  enableGroupSyncing: false,
  groupJsonPath: 'groups',
} as const

export const noOidc: StoredOidc = {
  enabled: false,
  discoverUrl: '',
  clientId: '',
  acrValues: '',
  extraScopes: '',
  addGroupsScope: false,
  enableSingleSignOut: false,
  idTokenSigningAlgorithm: 'RS256',
  ...nobodyYet,
}

export const noSaml: StoredSaml = {
  enabled: false,
  entityId: '',
  signOnUrl: '',
  signOutUrl: '',
  certificate: '',
  spCertificate: '',
  ...nobodyYet,
}
