import type { SamlConfig as Options, SAML } from '@node-saml/node-saml'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { SamlConfig } from '../../../platform/settings/sso-settings.ts'
import { baseOf, callbackOf, samlLogoutOf } from '../addresses.ts'
import { certificateIn, certificatesIn, splitOwnKey } from '../settings/rules.ts'

const LEEWAY_MS = 60_000
const REQUEST_MS = 10 * 60_000

/** Loaded on demand: it is large, and many installations never use it. */
const library = () => import('@node-saml/node-saml')

/** Our entity ID, which assertions must have as their audience. */
export const entityIdOf = (settings: Settings): string => baseOf(settings)

/** Configures the library for one sign-in: it only accepts a response to this request. */
export async function samlFor(settings: Settings, config: SamlConfig, request: string): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await library()
  const began = new Date().toISOString()
  const isOurs = (id: string | null) => (id === request ? began : null)
  return new SAML({
    ...ownKeyOf(config),
    issuer: entityIdOf(settings),
    audience: entityIdOf(settings),
    callbackUrl: callbackOf(settings, 'saml'),
    entryPoint: config.signOnUrl,
    logoutUrl: config.signOutUrl || config.signOnUrl,
    idpIssuer: config.entityId,
    idpCert: certificatesIn(config.certificate),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_MS,
    acceptedClockSkewMs: LEEWAY_MS,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    // The provider chooses the authentication method.
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => isOurs(key),
      removeAsync: async (key) => isOurs(key),
    },
  })
}

/** Our private key, for signing requests and decrypting assertions. */
function ownKeyOf({ spCertificate }: SamlConfig): Pick<Options, 'privateKey' | 'decryptionPvk'> {
  if (!spCertificate.includes('PRIVATE KEY')) return {}
  const { key } = splitOwnKey(spCertificate)
  return { privateKey: key, decryptionPvk: key }
}

/** Our SAML metadata for providers. */
export async function metadata(settings: Settings, config: SamlConfig | undefined): Promise<string> {
  const { generateServiceProviderMetadata } = await library()
  const certificate = certificateIn(config?.spCertificate ?? '')
  const key = config && certificate ? ownKeyOf(config) : {}
  return generateServiceProviderMetadata({
    ...key,
    issuer: entityIdOf(settings),
    callbackUrl: callbackOf(settings, 'saml'),
    logoutCallbackUrl: samlLogoutOf(settings),
    identifierFormat: null,
    wantAssertionsSigned: true,
    ...('privateKey' in key ? { publicCerts: certificate, decryptionCert: certificate } : {}),
  })
}
