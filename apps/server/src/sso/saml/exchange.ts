import { randomUUID } from 'node:crypto'
import type { Settings } from '../../platform/settings.ts'
import type { SamlConfig } from '../../platform/sso-settings.ts'
import type { Vouched } from '../accounts.ts'
import { callbackOf } from '../addresses.ts'
import { derive } from '../flows.ts'
import { groupsAt } from '../groups.ts'
import { SignInFault } from '../problems.ts'
import { type Assertion, readAssertion } from './assertion.ts'
import { entityIdOf, samlFor } from './provider.ts'
import { inspectAssertion, inspectResponse } from './structure.ts'

/** An ID may not begin with a digit. */
export const requestId = (secret: string): string => `_${derive(secret, 'request')}`

/** Where the browser goes to sign in. */
export async function signOnUrl(settings: Settings, config: SamlConfig, secret: string): Promise<string> {
  const saml = await samlFor(settings, config, requestId(secret))
  return saml.getAuthorizeUrlAsync('', undefined, {})
}

/**
 * Whom the provider vouches for. First the shape of the answer, then its signature, and from there on nothing but
 * the very text that was signed.
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
    throw new Error('the response answers another request')
  const destination = response.attributes.get('Destination')
  if (destination && destination !== recipient) throw new Error('the response was sent to another address')
  const signed = await verify(settings, config, { request, answer })
  const expected = { issuer: config.entityId, audience: entityIdOf(settings), recipient, request, now }
  const assertion = readAssertion(inspectAssertion(signed), expected)
  return { person: personOf(config, assertion), claims: claimsOf(assertion) }
}

/** The signed text of the assertion. */
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
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(answer)) throw new Error('the answer is not written in base64')
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(answer, 'base64'))
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
    issuer: config.entityId,
    subject: assertion.subject,
    email: first(addressNames) ?? (isAddress ? assertion.subject : undefined),
    emailVerified: true,
    name: first(fullNames) ?? (both || undefined),
    groups: config.enableGroupSyncing ? groupsAt(claimsOf(assertion), config.groupJsonPath) : undefined,
  }
}

/** Names come from elsewhere, so they must not reach the prototype. */
const claimsOf = ({ subject, attributes }: Assertion): Record<string, unknown> =>
  Object.assign(Object.create(null), Object.fromEntries(attributes), { nameID: subject })

const ANY_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

/** Where the browser goes to leave the provider too. */
export async function signOutUrl(settings: Settings, config: SamlConfig, subject: string): Promise<string> {
  const saml = await samlFor(settings, config, requestId(randomUUID()))
  const person = { issuer: config.entityId, nameID: subject, nameIDFormat: ANY_FORMAT }
  return saml.getLogoutUrlAsync(person, '', {})
}
