import { createPrivateKey, X509Certificate } from 'node:crypto'
import { invalid } from '../../../platform/errors.ts'
import type { Provisioning } from '../../../platform/settings/sso-settings.ts'
import type { StoredOidc, StoredSaml } from './stored.ts'

const SHORTEST_RSA = 2048
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Refuses settings that cannot work, so that nobody is locked out by them. */
export function acceptOidc(stored: StoredOidc): StoredOidc {
  const accepted = { ...stored, discoverUrl: stored.discoverUrl.trim(), clientId: stored.clientId.trim() }
  if (accepted.discoverUrl) acceptUrl(accepted.discoverUrl, 'discoverUrl')
  const scopes = `${accepted.extraScopes} ${accepted.acrValues}`.split(/\s+/).filter(Boolean)
  const wrong = scopes.find((scope) => !SCOPE.test(scope))
  if (wrong) throw invalid(`"${wrong}" is not a valid scope or ACR value.`, 'extraScopes')
  if (accepted.enabled) {
    require(accepted.discoverUrl, 'discoverUrl', 'the discovery URL of your provider')
    require(accepted.clientId, 'clientId', 'the client ID from your provider')
    require(accepted.sealedSecret, 'secret', 'the client secret from your provider')
  }
  return { ...accepted, ...acceptProvisioning(accepted) }
}

export function acceptSaml(stored: StoredSaml): StoredSaml {
  const accepted = { ...stored, entityId: stored.entityId.trim() }
  if (accepted.signOnUrl) acceptUrl(accepted.signOnUrl, 'signOnUrl')
  if (accepted.signOutUrl) acceptUrl(accepted.signOutUrl, 'signOutUrl')
  if (accepted.certificate.trim()) {
    for (const pem of certificatesIn(accepted.certificate)) acceptCertificate(pem)
  }
  if (accepted.enabled) {
    require(accepted.entityId, 'entityId', 'the entity ID of your provider')
    require(accepted.signOnUrl, 'signOnUrl', 'the sign-on URL of your provider')
    require(accepted.certificate.trim(), 'certificate', 'the signing certificate of your provider')
  }
  return { ...accepted, ...acceptProvisioning(accepted) }
}

function acceptProvisioning(given: Provisioning): Pick<Provisioning, 'emailDomains' | 'groupJsonPath'> {
  const domains = domainsIn(given.emailDomains)
  const wrong = domains.find((domain) => !DOMAIN.test(domain))
  if (wrong) throw invalid(`"${wrong}" is not a domain. Enter one such as example.com.`, 'emailDomains')
  return { emailDomains: domains.join(','), groupJsonPath: given.groupJsonPath.trim() }
}

/** Splits at commas and spaces, and removes a leading `@`. */
export const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((domain) => domain.trim().replace(/^@/, '').toLowerCase())
    .filter(Boolean)

function require(value: string | undefined, field: string, what: string) {
  if (!value) throw invalid(`Enter ${what} before you turn on sign-in.`, field)
}

/** Plain HTTP is only allowed for localhost, since codes and secrets are sent to this URL. */
function acceptUrl(text: string, field: string) {
  const url = URL.parse(text)
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere))
    throw invalid(`"${text}" is not an https:// URL.`, field)
  if (url.username || url.password || url.hash)
    throw invalid('The URL cannot have a user name, password or fragment (#).', field)
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Several certificates are allowed, for rotation. Text without PEM headers counts as one certificate. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(BLOCK)
  if (blocks) return blocks
  const body = text.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return [['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----', ''].join('\n')]
}

/** The certificate next to a private key, or an empty string. */
export const certificateIn = (text: string): string => text.match(BLOCK)?.[0] ?? ''

function acceptCertificate(pem: string) {
  const { publicKey } = readCertificate(pem, 'certificate')
  const bits = publicKey.asymmetricKeyDetails?.modulusLength
  if (publicKey.asymmetricKeyType !== 'rsa' || bits === undefined || bits < SHORTEST_RSA)
    throw invalid(`The certificate needs an RSA key of at least ${SHORTEST_RSA} bits.`, 'certificate')
}

function readCertificate(pem: string, field: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw invalid('This is not an X.509 certificate in PEM format.', field)
  }
}

const KEY = /-----BEGIN (?:RSA )?PRIVATE KEY-----[^-]+-----END (?:RSA )?PRIVATE KEY-----/

/** Splits a PEM text into our private key and its certificate, if there is one. */
export function splitOwnKey(text: string): { key: string; certificate: string } {
  const pem = KEY.exec(text)?.[0]
  if (!pem) throw invalid('Paste a private key in PEM format, with its certificate.', 'spCertificate')
  const key = readKey(pem)
  const block = certificateIn(text)
  if (block && !readCertificate(block, 'spCertificate').checkPrivateKey(key))
    throw invalid('The certificate does not belong to this private key.', 'spCertificate')
  return { key: pem, certificate: block }
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw invalid(
      'The private key cannot be read. It must be in PEM format, without a passphrase.',
      'spCertificate',
    )
  }
}
