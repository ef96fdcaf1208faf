/** The parts of a signed response, and a forged assertion that names another person. */
function partsOf(xml: string) {
  const assertion = cut(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/)
  const signature = cut(assertion, /<Signature[\s\S]*?<\/Signature>/)
  const bare = assertion.replace(signature, '')
  const evil = forge(bare)
  return { assertion, signature, bare, evil }
}

const cut = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[0]
  if (!found) throw new Error(`nothing in the answer looks like ${pattern}`)
  return found
}

export const VICTIM = 'ada@example.com'

/** The assertion with another person and another ID. */
const forge = (xml: string): string =>
  xml
    .replace(/ ID="[^"]+"/, ' ID="_evil"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${VICTIM}`)
    .replace(/(Name="email"[^>]*><saml:AttributeValue[^>]*>)[^<]*/, `$1${VICTIM}`)

/** Inserts text after the first match. */
const behind = (xml: string, where: RegExp, more: string) => xml.replace(where, (found) => found + more)
const END = '</samlp:Response>'

/** Each turns a genuine response into a forged one that still contains the genuine signature. */
export const wrappings: Record<string, (xml: string) => string> = {
  'XSW 1: a forged response holds the genuine one inside its signature': (xml) => {
    const signature = cut(xml, /<Signature[\s\S]*?<\/Signature>/)
    const genuine = xml.replace(signature, '')
    const forged = forge(genuine).replace(/(<saml:Assertion[^>]*) ID="[^"]+"/, '$1 ID="_evil2"')
    const wrapped = signature.replace('</Signature>', `${genuine}</Signature>`)
    return behind(forged, /<\/saml:Issuer>/, wrapped)
  },
  'XSW 2: a forged response holds the genuine one beside its signature': (xml) => {
    const signature = cut(xml, /<Signature[\s\S]*?<\/Signature>/)
    const genuine = xml.replace(signature, '')
    const forged = forge(genuine).replace(/(<saml:Assertion[^>]*) ID="[^"]+"/, '$1 ID="_evil2"')
    return behind(forged, /<\/saml:Issuer>/, `${genuine}${signature}`)
  },
  'XSW 3: a forged assertion stands before the genuine one': (xml) => {
    const { assertion, evil } = partsOf(xml)
    return xml.replace(assertion, `${evil}${assertion}`)
  },
  'XSW 4: a forged assertion holds the genuine one': (xml) => {
    const { assertion, evil } = partsOf(xml)
    return xml.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`))
  },
  'XSW 5: a forged assertion has the signature, the genuine one stands at the end': (xml) => {
    const { assertion, signature, bare, evil } = partsOf(xml)
    const signed = behind(evil, /<\/saml:Issuer>/, signature)
    return xml.replace(assertion, signed).replace(END, `${bare}${END}`)
  },
  'XSW 6: a forged assertion holds the genuine one inside its signature': (xml) => {
    const { assertion, signature, bare, evil } = partsOf(xml)
    const wrapped = signature.replace('</Signature>', `${bare}</Signature>`)
    return xml.replace(assertion, behind(evil, /<\/saml:Issuer>/, wrapped))
  },
  'XSW 7: a forged assertion hides in an extension': (xml) => {
    const { assertion, evil } = partsOf(xml)
    return xml.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`)
  },
  'XSW 8: a forged assertion keeps the genuine one in an object of its signature': (xml) => {
    const { assertion, signature, bare, evil } = partsOf(xml)
    const wrapped = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`)
    return xml.replace(assertion, behind(evil, /<\/saml:Issuer>/, wrapped))
  },
  'a forged assertion behind another prefix': (xml) => {
    const { assertion, evil } = partsOf(xml)
    return xml.replace(
      assertion,
      `${evil.replaceAll('saml:', 'other:').replace('xmlns:saml', 'xmlns:other')}${assertion}`,
    )
  },
  'a forged assertion with the ID of the genuine one': (xml) => {
    const { assertion, evil } = partsOf(xml)
    const id = cut(assertion, / ID="[^"]+"/)
    return xml.replace(assertion, `${evil.replace(' ID="_evil"', id)}${assertion}`)
  },
  'a signature that refers to nothing': (xml) => xml.replace(/URI="#[^"]+"/, 'URI=""'),
  'a signature that refers to something else': (xml) => xml.replace(/URI="#[^"]+"/, 'URI="#_evil"'),
  'a name that was changed': (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${VICTIM}`),
  'an attribute that was changed': (xml) => xml.replace('ada@acme.example', VICTIM),
  'a comment in the name': (xml) => xml.replace(/(<saml:NameID[^>]*>ada)/, '$1<!-- -->'),
  'a CDATA section in the name': (xml) => xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'),
  'an instruction in the name': (xml) => xml.replace(/(<saml:NameID[^>]*>ada)/, '$1<?x ?>'),
  'a document type': (xml) => `<!DOCTYPE samlp:Response>${xml}`,
  'an entity': (xml) =>
    `<!DOCTYPE samlp:Response [<!ENTITY who "${VICTIM}">]>${xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1&who;')}`,
  'an entity that nobody declared': (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1&who;'),
  'a second document behind the first': (xml) => `${xml}${xml}`,
  'an attribute given twice': (xml) => xml.replace(' ID="', ' ID="_first" ID="'),
  'no assertion at all': (xml) => xml.replace(cut(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/), ''),
}
