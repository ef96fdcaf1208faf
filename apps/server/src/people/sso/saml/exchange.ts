import { randomUUID } from 'node:crypto'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { SamlConfig } from '../../../platform/settings/sso-settings.ts'
import type { Vouched } from '../accounts.ts'
import { callbackOf } from '../addresses.ts'
import { derive } from '../flows.ts'
import { groupsAt } from '../groups.ts'
import { SignInFault } from '../problems.ts'
import { type Assertion, readAssertion } from './assertion.ts'
import { entityIdOf, samlFor } from './provider.ts'
import { inspectAssertion, inspectResponse, isLogoutResponse } from './structure.ts'

/** An XML ID must not start with a digit. */
export const requestId = (secret: string): string => `_${derive(secret, 'request')}`

/** The URL at which the browser signs in. */
export async function signOnUrl(settings: Settings, config: SamlConfig, secret: string): Promise<string> {
  const saml = await samlFor(settings, config, requestId(secret))
  return saml.getAuthorizeUrlAsync('', undefined, {})
}

/**
 * The person whom the provider has authenticated. Checks the structure of the response first, then its signature, and
 * then reads only the signed text.
 */
export async function redeem(
  settings: Settings,
  config: SamlConfig,
  { secret, answer, now = Date.now() }: { secret: string; answer: string; now?: number },
): Promise<Vouched> {
  const request = requestId(secret)
  const recipient = callbackOf(settings, 'saml')
  const response = inspectResponse(decode(answer))
  if (response.attributes.get('InResponseTo') !== request)
    throw new Error('The response belongs to another sign-in.')
  const destination = response.attributes.get('Destination')
  if (destination && destination !== recipient)
    throw new Error('The response is for another destination. Check the callback URL at the provider.')
  const signed = await verify(settings, config, { request, answer })
  const expected = { issuer: config.entityId, audience: entityIdOf(settings), recipient, request, now }
  const assertion = readAssertion(inspectAssertion(signed), expected)
  return { person: personOf(config, assertion), claims: claimsOf(assertion) }
}

/** Verifies the signature and returns the signed text of the assertion. */
async function verify(
  settings: Settings,
  config: SamlConfig,
  { request, answer }: { request: string; answer: string },
): Promise<string> {
  const saml = await samlFor(settings, config, request)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer })
  const signed = profile?.getAssertionXml?.()
  if (!signed) throw new SignInFault('denied', 'The provider sent no assertion.')
  return signed
}

function decode(answer: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(answer)) throw new Error('The response is not valid Base64.')
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(answer, 'base64'))
}

/** Whether the provider answers a sign-out. Nothing is left to do then, so the signature does not matter. */
export function endsSignOut(answer: string): boolean {
  try {
    return isLogoutResponse(decode(answer))
  } catch {
    return false
  }
}

const addressNames = [
  'email',
  'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const fullNames = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]
const givenNames = [
  'firstName',
  'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const familyNames = ['lastName', 'surname', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname']

function personOf(config: SamlConfig, assertion: Assertion): Vouched['person'] {
  const first = (names: readonly string[]) =>
    names.flatMap((name) => assertion.attributes.get(name) ?? []).find((value) => value !== '')
  const both = [first(givenNames), first(familyNames)].filter(Boolean).join(' ')
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(assertion.subject)
  return {
    protocol: 'saml',
    issuer: config.entityId,
    subject: assertion.subject,
    email: first(addressNames) ?? (isAddress ? assertion.subject : undefined),
    emailVerified: true,
    name: first(fullNames) ?? (both || undefined),
    groups: config.enableGroupSyncing ? groupsAt(claimsOf(assertion), config.groupJsonPath) : undefined,
  }
}

/** No prototype, since attribute names are untrusted. */
const claimsOf = ({ subject, attributes }: Assertion): Record<string, unknown> =>
  Object.assign(Object.create(null), Object.fromEntries(attributes), { nameID: subject })

const ANY_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

/** The URL for signing out at the provider. */
export async function signOutUrl(settings: Settings, config: SamlConfig, subject: string): Promise<string> {
  const saml = await samlFor(settings, config, requestId(randomUUID()))
  const person = { issuer: config.entityId, nameID: subject, nameIDFormat: ANY_FORMAT }
  return saml.getLogoutUrlAsync(person, '', {})
}
