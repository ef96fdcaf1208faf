import { SettingError } from './setting-error.ts'

/** Who gets an account at the first sign-in through a provider, with which role and groups. */
export type Provisioning = {
  autoCreate: boolean
  /** Separated by commas; empty allows all. */
  emailDomains: string
  defaultRootRole: RoleName
  /** A custom role; wins over `defaultRootRole`. */
  defaultRootRoleId?: number
  enableGroupSyncing: boolean
  groupJsonPath: string
}
type RoleName = 'Viewer' | 'Editor' | 'Admin'
type Algorithm = 'RS256' | 'RS384' | 'RS512'

export type OidcConfig = Provisioning & {
  enabled: boolean
  discoverUrl: string
  clientId: string
  secret: string
  acrValues: string
  extraScopes: string
  addGroupsScope: boolean
  enableSingleSignOut: boolean
  idTokenSigningAlgorithm: Algorithm
}

export type SamlConfig = Provisioning & {
  enabled: boolean
  entityId: string
  signOnUrl: string
  signOutUrl: string
  certificate: string
  /** Our private key and its certificate. */
  spCertificate: string
}

export type SsoSettings = {
  /** A provider that is configured by environment variables cannot be changed elsewhere. */
  oidc: OidcConfig | undefined
  saml: SamlConfig | undefined
  /** Allows password sign-in even if it was turned off: the way back in after a lock-out. */
  forcePassword: boolean
  /** Whether a provider can have a private IP address. */
  privateAddresses: boolean
}

type Values = {
  value(name: string): string | undefined
  flag(fallback: boolean, name: string): boolean
}

export function readSso(values: Values): SsoSettings {
  const oidc = readOidc(values)
  const saml = readSaml(values)
  return {
    oidc: values.value('OIDC_ENABLED') === undefined ? undefined : oidc,
    saml: values.value('SAML_ENABLED') === undefined ? undefined : saml,
    forcePassword: values.flag(false, 'FORCE_PASSWORD_SIGN_IN'),
    privateAddresses: values.flag(true, 'SSO_PRIVATE_ADDRESSES'),
  }
}

const readOidc = ({ value, flag }: Values): OidcConfig => ({
  enabled: flag(false, 'OIDC_ENABLED'),
  discoverUrl: value('OIDC_DISCOVER_URL') ?? '',
  clientId: value('OIDC_CLIENT_ID') ?? '',
  secret: value('OIDC_CLIENT_SECRET') ?? '',
  acrValues: value('OIDC_ACR_VALUES') ?? '',
  extraScopes: value('OIDC_EXTRA_SCOPES') ?? '',
  addGroupsScope: flag(false, 'OIDC_ADD_GROUPS_SCOPE'),
  enableSingleSignOut: flag(false, 'OIDC_ENABLE_SINGLE_SIGN_OUT'),
  idTokenSigningAlgorithm: oneOf(['RS256', 'RS384', 'RS512'], value, 'OIDC_ID_TOKEN_SIGNING_ALGORITHM'),
  ...readProvisioning({ value, flag }, 'OIDC'),
})

const readSaml = ({ value, flag }: Values): SamlConfig => ({
  enabled: flag(false, 'SAML_ENABLED'),
  entityId: value('SAML_ENTITY_ID') ?? '',
  signOnUrl: value('SAML_SIGN_ON_URL') ?? '',
  signOutUrl: value('SAML_SIGN_OUT_URL') ?? '',
  certificate: lines(value('SAML_CERTIFICATE')),
  spCertificate: lines(value('SAML_SP_CERTIFICATE')),
  ...readProvisioning({ value, flag }, 'SAML'),
})

const readProvisioning = ({ value, flag }: Values, prefix: string): Provisioning => ({
  autoCreate: flag(false, `${prefix}_AUTO_CREATE`),
  emailDomains: value(`${prefix}_AUTO_CREATE_EMAIL_DOMAINS`) ?? '',
  defaultRootRole: oneOf(['Viewer', 'Editor', 'Admin'], value, `${prefix}_DEFAULT_ROOT_ROLE`),
  enableGroupSyncing: flag(false, `${prefix}_ENABLE_GROUP_SYNCING`),
  groupJsonPath: value(`${prefix}_GROUP_JSON_PATH`) ?? 'groups',
})

/** The first value is the default. */
function oneOf<const T extends string>(
  allowed: readonly [T, ...T[]],
  value: Values['value'],
  name: string,
): T {
  const text = value(name)
  if (text === undefined) return allowed[0]
  const found = allowed.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!found) throw new SettingError(`${name} must be one of ${allowed.join(', ')}, not ${text}.`)
  return found
}

/** Certificates have several lines; an environment variable can write a line break as a backslash and an `n`. */
const lines = (text: string | undefined): string => (text ?? '').replaceAll('\\n', '\n')
