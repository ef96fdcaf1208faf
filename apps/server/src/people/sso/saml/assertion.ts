import type { Element } from './xml.ts'

/** What an assertion must contain to be valid for this sign-in. */
export type Expected = {
  issuer: string
  audience: string
  recipient: string
  request: string
  now: number
}
export type Assertion = {
  subject: string
  format: string | undefined
  attributes: ReadonlyMap<string, readonly string[]>
}

const LEEWAY_MS = 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** Reads a verified assertion, and throws if it was not issued for this sign-in or is not valid now. */
export function readAssertion(assertion: Element, expected: Expected): Assertion {
  if (only(assertion, 'Issuer').text.trim() !== expected.issuer)
    throw wrong('is from another issuer. Check the entity ID of the provider')
  checkConditions(only(assertion, 'Conditions'), expected)
  const subject = only(assertion, 'Subject')
  checkConfirmation(only(subject, 'SubjectConfirmation'), expected)
  const name = only(subject, 'NameID')
  const format = name.attributes.get('Format')
  if (format === TRANSIENT)
    throw wrong(
      'has a transient NameID, which changes at every sign-in. Choose another NameID format at the provider',
    )
  if (name.text.trim() === '') throw wrong('has no NameID')
  only(assertion, 'AuthnStatement')
  return { subject: name.text.trim(), format, attributes: attributesOf(assertion) }
}

function checkConditions(conditions: Element, { audience, now }: Expected) {
  checkTime(conditions, now)
  const restrictions = conditions.children.filter(({ name }) => name === 'AudienceRestriction')
  const isForUs = ({ children }: Element) =>
    children.some(({ name, text }) => name === 'Audience' && text.trim() === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw wrong('is for another audience. Set the audience at the provider to our entity ID')
}

function checkConfirmation(confirmation: Element, { recipient, request, now }: Expected) {
  if (confirmation.attributes.get('Method') !== BEARER) throw wrong('has an unsupported subject confirmation')
  const data = only(confirmation, 'SubjectConfirmationData')
  if (data.attributes.get('Recipient') !== recipient)
    throw wrong('is for another recipient. Check the callback URL at the provider')
  if (data.attributes.get('InResponseTo') !== request) throw wrong('belongs to another sign-in')
  if (!data.attributes.has('NotOnOrAfter')) throw wrong('has no expiry')
  checkTime(data, now)
}

function checkTime({ attributes }: Element, now: number) {
  const at = (name: string): number | undefined => {
    const text = attributes.get(name)
    if (text === undefined) return undefined
    const time = Date.parse(text)
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(time))
      throw wrong('contains an invalid time')
    return time
  }
  const [from, until] = [at('NotBefore'), at('NotOnOrAfter')]
  if (from !== undefined && now + LEEWAY_MS < from)
    throw wrong('is not valid yet. Check the clocks of both servers')
  if (until !== undefined && now - LEEWAY_MS >= until)
    throw wrong('has expired. Check the clocks of both servers')
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const statements = assertion.children.filter(({ name }) => name === 'AttributeStatement')
  for (const { name, attributes, children } of statements.flatMap((one) => one.children)) {
    const called = attributes.get('Name')
    if (name !== 'Attribute' || !called) continue
    const values = children.filter((one) => one.name === 'AttributeValue').map(({ text }) => text.trim())
    found.set(called, [...(found.get(called) ?? []), ...values])
  }
  return found
}

function only(parent: Element, name: string): Element {
  const [first, second] = parent.children.filter((one) => one.name === name)
  if (!first || second) throw wrong(`does not have exactly one ${name}`)
  return first
}

const wrong = (what: string) => new Error(`The assertion ${what}.`)
