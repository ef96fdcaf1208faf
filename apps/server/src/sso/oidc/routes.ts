import { Nothing } from '@flagstaff/contract/schema'
import Type from 'typebox'
import { addressKey, placeOf, spend } from '../../auth/index.ts'
import type { App } from '../../platform/http/server.ts'
import { callbackOf, returnPath } from '../addresses.ts'
import { fail, finish } from '../finish.ts'
import { beginFlow, endFlow, flowIn, giveFlow, SIGN_INS_PER_MINUTE } from '../flows.ts'
import { SignInFault } from '../problems.ts'
import { oidcConfig } from '../settings/effective.ts'
import { authorizationUrl, redeem } from './exchange.ts'
import type { Providers } from './provider.ts'

const tags = ['Auth']
const config = { permission: 'public' } as const
const Begin = Type.Object({ redirect: Type.Optional(Type.String()) })
/** Whatever else a provider adds is kept for the checks. */
const Answer = Type.Object({ state: Type.String({ maxLength: 500 }) })

/** To the provider and back. Errors end on the sign-in page: a person waits for these answers, not a program. */
export async function oidcRoutes(app: App, providers: Providers) {
  const { settings, note } = app
  const callback = callbackOf(settings, 'oidc')

  app.get(
    '/auth/oidc/login',
    { config, schema: { operationId: 'oidcLogin', tags, querystring: Begin, response: { 302: Nothing } } },
    async (request, reply) => {
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
    },
  )

  app.get(
    '/auth/oidc/callback',
    {
      config,
      schema: { operationId: 'oidcCallback', tags, querystring: Answer, response: { 302: Nothing } },
    },
    async (request, reply) => {
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
    },
  )
}
