import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OidcPerson = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

const kept = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session']

/** A real OpenID provider on a separate port. The person set with `signsIn` is signed in without a prompt. */
export async function startOidc({ home }: { home: string }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people = new Map<string, OidcPerson>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = { signsIn: '' }
  const client = { clientId: 'flagstaff', secret: 'a-secret-of-the-provider' }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.secret,
        redirect_uris: [`${home}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${home}/signed-out`],
      },
    ],
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    ttl: Object.fromEntries(kept.map((what) => [what, 3_600])),
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    // Consent is granted automatically.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })

  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const login = { login: { accountId: state.signsIn } }
    provider.interactionFinished(request, response, login).catch(() => response.writeHead(500).end())
  })

  return {
    issuer,
    discoverUrl: `${issuer}/.well-known/openid-configuration`,
    ...client,
    /** Sets who signs in from now on. */
    signsIn(person: OidcPerson) {
      people.set(person.sub, person)
      state.signsIn = person.sub
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
