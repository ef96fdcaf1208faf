import { promisify } from 'node:util'
import samlp from 'samlp'
import type { KeyPair } from './certificates.ts'

export type SamlPerson = { id: string; attributes?: Record<string, string | string[]> }
/** Options of the library that plays the provider. */
export type SamlOptions = Record<string, unknown>

export const ENTITY_ID = 'https://idp.example/saml'

type Request = { id: string; issuer: string; assertionConsumerServiceURL: string }

/** Parses the SAML request in a redirect to the provider. */
export const readRequest = async (address: string): Promise<Request> => {
  const query = Object.fromEntries(new URL(address).searchParams)
  return promisify(samlp.parseRequest)({ method: 'GET', query }, {})
}

/** A provider's response; options can change any part of it. */
export async function samlAnswer(
  request: Request,
  person: SamlPerson,
  { key, certificate }: Pick<KeyPair, 'key' | 'certificate'>,
  options: SamlOptions = {},
): Promise<string> {
  const xml = await promisify(samlp.getSamlResponse)(
    {
      issuer: ENTITY_ID,
      cert: certificate,
      key,
      audience: request.issuer,
      recipient: request.assertionConsumerServiceURL,
      destination: request.assertionConsumerServiceURL,
      inResponseTo: request.id,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      lifetimeInSeconds: 300,
      profileMapper: mapperOf,
      ...options,
    },
    person,
  )
  return String(xml)
}

export const mapperOf = ({ id, attributes = {} }: SamlPerson) => ({
  getClaims: () => attributes,
  getNameIdentifier: () => ({ nameIdentifier: id }),
})
