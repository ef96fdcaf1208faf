import { type Element, readXml } from './xml.ts'

/** No SHA-1. */
const signing = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const digests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
/** None that keeps comments, and none that could move what is signed. */
const canonical = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])
const transforms = new Set([...canonical, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'])
/** No RSA with the old padding, no triple DES. */
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

/**
 * Looks at the shape of an answer before anything is verified, and refuses each shape in which a signature could
 * belong to something else than what is read. Gives the answer's own element.
 */
export function inspectResponse(xml: string): Element {
  const elements = readXml(xml)
  const [response] = elements
  const count = (name: string) => elements.filter((one) => one.name === name).length
  if (response?.name !== 'Response' || count('Response') !== 1) throw wrong('is not one response')
  const assertions = elements.filter(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion')
  if (assertions.length > 1) throw wrong('holds more than one assertion')
  if (assertions.some(({ parent }) => parent !== response)) throw wrong('hides an assertion')
  inspectCommon(elements)
  return response
}

/** The assertion alone, once it was verified: the same again, for what may have been encrypted before. */
export function inspectAssertion(xml: string): Element {
  const elements = readXml(xml)
  const [assertion] = elements
  const others = elements.slice(1)
  if (assertion?.name !== 'Assertion') throw wrong('is no assertion')
  if (others.some(({ name }) => name === 'Assertion' || name === 'Response'))
    throw wrong('hides an assertion')
  inspectCommon(elements)
  return assertion
}

function inspectCommon(elements: readonly Element[]) {
  const ids = elements.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id', 'xml:id', 'AssertionID'].flatMap((name) => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw wrong('uses an ID twice')
  for (const { name, attributes, parent } of elements) {
    // There the digest is the hash of a padding, for which SHA-1 is no weakness.
    const allowed = parent?.name === 'EncryptionMethod' ? undefined : algorithms.get(name)
    const used = attributes.get('Algorithm') ?? ''
    if (allowed && !allowed.has(used)) throw wrong(`uses ${used || 'no method'}`)
  }
  for (const signature of elements.filter(({ name }) => name === 'Signature')) inspectSignature(signature)
}

/** A signature stands in what it signs, signs exactly that, and holds nothing else. */
function inspectSignature(signature: Element) {
  const { parent } = signature
  if (parent?.name !== 'Response' && parent?.name !== 'Assertion')
    throw wrong('has a signature in an odd place')
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
  if (!id || reference.attributes.get('URI') !== `#${id}`) throw wrong('has a signature of something else')
  if (all.some(({ name }) => foreign.has(name))) throw wrong('hides something in a signature')
}

const foreign = new Set(['Object', 'RetrievalMethod', 'EncryptionMethod', 'Assertion'])

const wrong = (what: string) => new Error(`the answer ${what}`)
