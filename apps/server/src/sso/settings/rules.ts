import { createPrivateKey, X509Certificate } from 'node:crypto'
import { invalid } from '../../platform/errors.ts'
import type { Provisioning } from '../../platform/sso-settings.ts'
import type { StoredOidc, StoredSaml } from './stored.ts'

const SHORTEST_RSA = 2048
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Refuses what could never work, before somebody is locked out by it. */
export function acceptOidc(stored: StoredOidc): StoredOidc {
  const accepted = { ...stored, discoverUrl: stored.discoverUrl.trim(), clientId: stored.clientId.trim() }
  if (accepted.discoverUrl) acceptUrl(accepted.discoverUrl, 'discoverUrl')
  const scopes = `${accepted.extraScopes} ${accepted.acrValues}`.split(/\s+/).filter(Boolean)
  const wrong = scopes.find((scope) => !SCOPE.test(scope))
  if (wrong) throw invalid(`"${wrong}" cannot be a scope or an acr value.`, 'extraScopes')
  if (accepted.enabled) {
    require(accepted.discoverUrl, 'discoverUrl', 'the discovery URL of your provider')
    require(accepted.clientId, 'clientId', 'the client id you were given by your provider')
    require(accepted.sealedSecret, 'secret', 'the client secret you were given by your provider')
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
    require(accepted.signOnUrl, 'signOnUrl', 'the address where your provider signs people in')
    require(accepted.certificate.trim(), 'certificate', 'the certificate your provider signs with')
  }
  return { ...accepted, ...acceptProvisioning(accepted) }
}

function acceptProvisioning(given: Provisioning): Pick<Provisioning, 'emailDomains' | 'groupJsonPath'> {
  const domains = domainsIn(given.emailDomains)
  const wrong = domains.find((domain) => !DOMAIN.test(domain))
  if (wrong) throw invalid(`"${wrong}" is not a domain such as example.com.`, 'emailDomains')
  return { emailDomains: domains.join(','), groupJsonPath: given.groupJsonPath.trim() }
}

/** Written with commas; `@` in front is what people type. */
export const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((domain) => domain.trim().replace(/^@/, '').toLowerCase())
    .filter(Boolean)

function require(value: string | undefined, field: string, what: string) {
  if (!value) throw invalid(`Enter ${what} before you switch it on.`, field)
}

/** Plain HTTP reaches nothing but this very machine: codes and secrets travel here. */
function acceptUrl(text: string, field: string) {
  const url = URL.parse(text)
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere))
    throw invalid(`"${text}" is not an address that begins with https://.`, field)
  if (url.username || url.password || url.hash)
    throw invalid('The address must have no user name, password or # part.', field)
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Several, while a provider changes from one to the next. Without the lines around it, it is taken as one. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(BLOCK)
  if (blocks) return blocks
  const body = text.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return [['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----', ''].join('\n')]
}

/** The certificate beside a private key, where there is one. */
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
    throw invalid('This is not an X.509 certificate in PEM form.', field)
  }
}

const KEY = /-----BEGIN (?:RSA )?PRIVATE KEY-----[^-]+-----END (?:RSA )?PRIVATE KEY-----/

/** Our own key, and its certificate where there is one, out of one text. */
export function splitOwnKey(text: string): { key: string; certificate: string } {
  const pem = KEY.exec(text)?.[0]
  if (!pem) throw invalid('Paste a private key in PEM form, with its certificate.', 'spCertificate')
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
    throw invalid('The private key cannot be read. It must be PEM without a passphrase.', 'spCertificate')
  }
}
