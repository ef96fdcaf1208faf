import { type Element, readXml } from './xml.ts'

/** Excludes SHA-1. */
const signing = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const digests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
/** Excludes canonicalisation with comments, and transforms that could change what is signed. */
const canonical = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])
const transforms = new Set([...canonical, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'])
/** Excludes RSA with PKCS #1 v1.5 padding, and triple DES. */
const encryption = new Set([
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
])
const algorithms = new Map([
  ['SignatureMethod', signing],
  ['DigestMethod', digests],
  ['CanonicalizationMethod', canonical],
  ['Transform', transforms],
  ['EncryptionMethod', encryption],
])

/** Whether it is the answer to a sign-out, which some providers post to the callback. */
export const isLogoutResponse = (xml: string): boolean => readXml(xml)[0]?.name === 'LogoutResponse'

/**
 * Checks the structure of a response before verification, and refuses any in which a signature could cover something
 * other than what is read (signature wrapping). Returns the response element.
 */
export function inspectResponse(xml: string): Element {
  const elements = readXml(xml)
  const [response] = elements
  const count = (name: string) => elements.filter((one) => one.name === name).length
  if (response?.name !== 'Response' || count('Response') !== 1)
    throw wrong('does not have exactly one Response element')
  const assertions = elements.filter(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion')
  if (assertions.length > 1) throw wrong('contains more than one assertion')
  if (assertions.some(({ parent }) => parent !== response)) throw wrong('contains a nested assertion')
  inspectCommon(elements)
  return response
}

/** Checks the verified assertion in the same way, since it may have been encrypted before. */
export function inspectAssertion(xml: string): Element {
  const elements = readXml(xml)
  const [assertion] = elements
  const others = elements.slice(1)
  if (assertion?.name !== 'Assertion') throw wrong('has a signature that covers no assertion')
  if (others.some(({ name }) => name === 'Assertion' || name === 'Response'))
    throw wrong('contains a nested assertion')
  inspectCommon(elements)
  return assertion
}

function inspectCommon(elements: readonly Element[]) {
  const ids = elements.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id', 'xml:id', 'AssertionID'].flatMap((name) => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw wrong('uses the same ID twice')
  for (const { name, attributes, parent } of elements) {
    // This digest belongs to the OAEP padding, where SHA-1 is not a weakness.
    const allowed = parent?.name === 'EncryptionMethod' ? undefined : algorithms.get(name)
    const used = attributes.get('Algorithm') ?? ''
    if (allowed && !allowed.has(used))
      throw wrong(used ? `uses ${used}, which is not allowed` : `has a ${name} without an algorithm`)
  }
  for (const signature of elements.filter(({ name }) => name === 'Signature')) inspectSignature(signature)
}

/** A signature must be inside the element that it signs, sign exactly that element, and contain nothing else. */
function inspectSignature(signature: Element) {
  const { parent } = signature
  if (parent?.name !== 'Response' && parent?.name !== 'Assertion')
    throw wrong('has a signature outside of the response and the assertion')
  if (parent.children.filter(({ name }) => name === 'Signature').length > 1) throw wrong('is signed twice')
  const inside = (element: Element): Element[] => element.children.flatMap((one) => [one, ...inside(one)])
  const all = inside(signature)
  const only = (name: string) => {
    const [first, second] = all.filter((one) => one.name === name)
    if (!first || second) throw wrong(`has a signature without exactly one ${name}`)
    return first
  }
  only('SignedInfo')
  only('SignatureValue')
  only('SignatureMethod')
  const reference = only('Reference')
  only('DigestMethod')
  only('DigestValue')
  const id = parent.attributes.get('ID')
  if (!id || reference.attributes.get('URI') !== `#${id}`)
    throw wrong('has a signature that covers another element')
  if (all.some(({ name }) => foreign.has(name))) throw wrong('has a signature with unexpected content')
}

const foreign = new Set(['Object', 'RetrievalMethod', 'EncryptionMethod', 'Assertion'])

const wrong = (what: string) => new Error(`The response ${what}.`)
