import type { OidcConfig, Provisioning, SamlConfig } from '../../../platform/settings/sso-settings.ts'

/** Names of the stored settings. */
export const OIDC = 'unleash.enterprise.auth.oidc'
export const SAML = 'unleash.enterprise.auth.saml'
export const PASSWORD = 'unleash.auth.simple'

/**
 * Secrets are encrypted before they are stored. `secretCopy` is the secret again, for the tool that set it: only its
 * token decrypts it.
 */
export type StoredOidc = Omit<OidcConfig, 'secret'> & { sealedSecret?: string; secretCopy?: string }
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

const ids = { Admin: 1, Editor: 2, Viewer: 3 } as const

/** The role of new accounts. Older versions accepted the id 0 for none. */
export const roleIdOf = ({ defaultRootRoleId, defaultRootRole }: Provisioning): number =>
  defaultRootRoleId || ids[defaultRootRole]
