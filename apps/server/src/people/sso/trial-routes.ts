import { ssoOperations } from '@flagstaff/contract/operations/sso'
import type { SignInProvider } from '@flagstaff/contract/sso'
import { invalid, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { callbackOf } from './addresses.ts'
import { beginFlow, giveFlow, trialOf } from './flows.ts'
import { authorizationUrl } from './oidc/exchange.ts'
import type { Providers } from './oidc/provider.ts'
import { SignInFault } from './problems.ts'
import { signOnUrl } from './saml/exchange.ts'
import { oidcConfig, samlConfig } from './settings/effective.ts'

const unset = () => invalid('The settings are incomplete. Save them, then try again.')

/** Trials (test sign-ins): the complete flow, but nobody is signed in and nothing changes. */
export async function trialRoutes(app: App, providers: Providers) {
  const serve = routesOf(app, ssoOperations)
  const { settings, note } = app

  serve('POST /api/admin/auth/:provider/trials', async (request, reply) => {
    const { provider } = request.params
    const secret = await beginFlow(note, { provider, purpose: 'trial', returnTo: '/' })
    const location = await addressFor(provider, secret)
    giveFlow(reply, settings, provider, secret)
    return { location }
  })

  serve('GET /api/admin/auth/trials/:key', async (request) => {
    const trial = await trialOf(app.read, request.params.key)
    if (!trial) throw notFound('test sign-in', request.params.key)
    return trial
  })

  async function addressFor(provider: SignInProvider, secret: string): Promise<string> {
    try {
      if (provider === 'saml') {
        const config = await samlConfig(app, 'trial')
        if (!config) throw unset()
        return await signOnUrl(settings, config, secret)
      }
      const config = await oidcConfig(app, 'trial')
      if (!config) throw unset()
      const callback = callbackOf(settings, 'oidc')
      return await authorizationUrl(await providers.get(config), config, { secret, callback })
    } catch (error) {
      throw error instanceof SignInFault ? invalid(error.message) : error
    }
  }
}
