import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp from 'samlp'
import type { KeyPair } from './certificates.ts'
import { ENTITY_ID, mapperOf, type SamlPerson } from './saml.ts'

/** A real SAML provider on a separate port. The person set with `signsIn` is signed in without a prompt. */
export async function startSaml({ home, keys }: { home: string; keys: KeyPair }) {
  const state: { person: SamlPerson } = { person: { id: '' } }
  const callback = `${home}/auth/saml/callback`
  const answer = samlp.auth({
    issuer: ENTITY_ID,
    cert: keys.certificate,
    key: keys.key,
    recipient: callback,
    destination: callback,
    profileMapper: mapperOf,
    getUserFromRequest: () => state.person,
    getPostURL: (
      _audience: string,
      _request: object,
      _from: object,
      done: (error: null, url: string) => void,
    ) => done(null, callback),
  })
  // The library expects Express requests and responses.
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', home)
    Object.assign(request, { query: Object.fromEntries(searchParams), originalUrl: request.url })
    const express = Object.assign(response, {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (body: unknown) => response.end(String(body)),
    })
    answer(request, express, (error: Error) => response.writeHead(500).end(error.message))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    entityId: ENTITY_ID,
    signOnUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`,
    certificate: keys.certificate,
    /** Sets who signs in from now on. */
    signsIn(person: SamlPerson) {
      state.person = person
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
