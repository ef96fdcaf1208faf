import type { TestApp } from '../kit.ts'
import { newBrowser } from './browser.ts'
import { newKeyPair } from './certificates.ts'
import { type OidcPerson, startOidc } from './oidc.ts'
import { readRequest, type SamlPerson, samlAnswer } from './saml.ts'

const home = 'http://localhost:4242'
const keys = newKeyPair('provider')

export type SharedProvider = Awaited<ReturnType<typeof startOidc>>

export const startShared = () => startOidc({ home })

export const oidcSettings = ({ discoverUrl, clientId, secret }: SharedProvider) => ({
  enabled: true,
  discoverUrl,
  clientId,
  secret,
  autoCreate: true,
})

/** The SAML entity ID is the issuer of OpenID Connect. */
export const samlSettings = ({ issuer }: SharedProvider) => ({
  enabled: true,
  entityId: issuer,
  signOnUrl: 'https://idp.example/sso',
  certificate: keys.certificate,
  autoCreate: true,
})

/** Sets up one provider for both protocols; returns how people sign in with each, and as whom. */
export async function bothProtocols(kit: TestApp, started?: SharedProvider) {
  const provider = started ?? (await startShared())
  await kit.as.admin.post('/api/admin/auth/oidc/settings', oidcSettings(provider))
  await kit.as.admin.post('/api/admin/auth/saml/settings', samlSettings(provider))
  return {
    provider,

    async byOidc(person: OidcPerson) {
      provider.signsIn(person)
      const browser = newBrowser(kit)
      const begun = await browser.get('/auth/oidc/login')
      return outcomeOf(browser, await browser.get(await browser.follow(begun.location, home)))
    },

    async bySaml(person: SamlPerson) {
      const browser = newBrowser(kit)
      const begun = await browser.get('/auth/saml/login')
      const xml = await samlAnswer(await readRequest(begun.location), person, keys, {
        issuer: provider.issuer,
      })
      const SAMLResponse = Buffer.from(xml).toString('base64')
      return outcomeOf(browser, await browser.postForm('/auth/saml/callback', { SAMLResponse }))
    },
  }
}

async function outcomeOf(browser: ReturnType<typeof newBrowser>, { location }: { location: string }) {
  const problem = new URLSearchParams(location.split('?')[1]).get('problem')
  const { body } = await browser.get('/api/admin/user')
  const user: { id?: number; email?: string } = JSON.parse(body).user ?? {}
  return { problem, id: user.id, email: user.email }
}
