import { ssoOperations } from '@flagstaff/contract/operations/sso'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { addressKey, placeOf, spend } from '../../auth/index.ts'
import { callbackOf, returnPath } from '../addresses.ts'
import { fail, finish } from '../finish.ts'
import { beginFlow, endFlow, flowIn, giveFlow, SIGN_INS_PER_MINUTE } from '../flows.ts'
import { SignInFault } from '../problems.ts'
import { oidcConfig } from '../settings/effective.ts'
import { authorizationUrl, redeem } from './exchange.ts'
import type { Providers } from './provider.ts'

/** The OIDC sign-in flow. Errors redirect to the sign-in page, since a browser shows these responses. */
export async function oidcRoutes(app: App, providers: Providers) {
  const serve = routesOf(app, ssoOperations)
  const { settings, note } = app
  const callback = callbackOf(settings, 'oidc')

  serve('GET /auth/oidc/login', async (request, reply) => {
    const exchange = { provider: 'oidc', request, reply } as const
    await spend(reply, `sso ${addressKey(placeOf(request).ip)}`, SIGN_INS_PER_MINUTE)
    try {
      const chosen = await oidcConfig(app, 'sign-in')
      if (!chosen) throw new SignInFault('off')
      const provider = await providers.get(chosen)
      const returnTo = returnPath(request.query.redirect)
      const secret = await beginFlow(note, { provider: 'oidc', purpose: 'sign-in', returnTo })
      giveFlow(reply, settings, 'oidc', secret)
      return reply.redirect(await authorizationUrl(provider, chosen, { secret, callback }), 302)
    } catch (error) {
      return fail(app, exchange, error)
    }
  })

  serve('GET /auth/oidc/callback', async (request, reply) => {
    const exchange = { provider: 'oidc', request, reply } as const
    const flow = await endFlow(note, 'oidc', flowIn(request, settings))
    if (!flow) return fail(app, exchange, new SignInFault('expired'))
    try {
      const chosen = await oidcConfig(app, flow.purpose)
      if (!chosen) throw new SignInFault('off')
      const provider = await providers.get(chosen)
      const answer = new URL(`${callback}?${request.url.split('?')[1] ?? ''}`)
      const vouched = await redeem(provider, chosen, { secret: flow.secret, answer })
      return await finish(app, exchange, { flow, vouched, rules: chosen })
    } catch (error) {
      return fail(app, exchange, error, flow)
    }
  })
}
