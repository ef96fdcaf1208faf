import { SignInProvider, Trial, TrialStart } from '@flagstaff/contract/sso'
import Type from 'typebox'
import { invalid, notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { callbackOf } from './addresses.ts'
import { beginFlow, giveFlow, trialOf } from './flows.ts'
import { authorizationUrl } from './oidc/exchange.ts'
import type { Providers } from './oidc/provider.ts'
import { SignInFault } from './problems.ts'
import { signOnUrl } from './saml/exchange.ts'
import { oidcConfig, samlConfig } from './settings/effective.ts'

const tags = ['Auth']
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const
const Which = Type.Object({ provider: SignInProvider })
const Key = Type.Object({ key: Type.String({ maxLength: 100 }) })
const unset = () => invalid('The settings are not complete. Save them, then try again.')

/** Trying a provider out: the whole way there and back, but nobody is signed in and nothing is changed. */
export async function trialRoutes(app: App, providers: Providers) {
  const { settings, note } = app

  app.post(
    '/auth/:provider/trials',
    {
      config: { permission },
      schema: { operationId: 'x-tryProvider', tags, params: Which, response: { 200: TrialStart } },
    },
    async (request, reply) => {
      const { provider } = request.params
      const secret = await beginFlow(note, { provider, purpose: 'trial', returnTo: '/' })
      const location = await addressFor(provider, secret)
      giveFlow(reply, settings, provider, secret)
      return { location }
    },
  )

  app.get(
    '/auth/trials/:key',
    {
      config: { permission },
      schema: { operationId: 'x-getTrial', tags, params: Key, response: { 200: Trial } },
    },
    async (request) => {
      const trial = await trialOf(app.read, request.params.key)
      if (!trial) throw notFound('trial', 'that')
      return trial
    },
  )

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
