import { Nothing } from '@flagstaff/contract/schema'
import Type from 'typebox'
import { addressKey, placeOf, spend } from '../../auth/index.ts'
import type { App } from '../../platform/http/server.ts'
import { returnPath } from '../addresses.ts'
import { fail, finish } from '../finish.ts'
import { beginFlow, endFlow, flowIn, giveFlow, SIGN_INS_PER_MINUTE } from '../flows.ts'
import { SignInFault } from '../problems.ts'
import { samlConfig } from '../settings/effective.ts'
import { redeem, signOnUrl } from './exchange.ts'
import { metadata } from './provider.ts'

const tags = ['Auth']
const config = { permission: 'public' } as const
const Begin = Type.Object({ redirect: Type.Optional(Type.String()) })
const Answer = Type.Object({ SAMLResponse: Type.String() })
const LARGEST_ANSWER = 128 * 1024

/** To the provider and back. Errors end on the sign-in page: a person waits for these answers, not a program. */
export async function samlRoutes(app: App) {
  const { settings, note } = app
  // Providers answer with a form, which nothing else here takes.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  )

  app.get(
    '/auth/saml/login',
    { config, schema: { operationId: 'samlLogin', tags, querystring: Begin, response: { 302: Nothing } } },
    async (request, reply) => {
      const exchange = { provider: 'saml', request, reply } as const
      await spend(reply, `sso ${addressKey(placeOf(request).ip)}`, SIGN_INS_PER_MINUTE)
      try {
        const chosen = await samlConfig(app, 'sign-in')
        if (!chosen) throw new SignInFault('off')
        const returnTo = returnPath(request.query.redirect)
        const secret = await beginFlow(note, { provider: 'saml', purpose: 'sign-in', returnTo })
        giveFlow(reply, settings, 'saml', secret)
        return reply.redirect(await signOnUrl(settings, chosen, secret), 302)
      } catch (error) {
        return fail(app, exchange, error)
      }
    },
  )

  // The one route that another site may post to: the cookie of the flow and the signature speak for it.
  app.post(
    '/auth/saml/callback',
    {
      config,
      bodyLimit: LARGEST_ANSWER,
      schema: { operationId: 'samlCallback', tags, body: Answer, response: { 302: Nothing } },
    },
    async (request, reply) => {
      const exchange = { provider: 'saml', request, reply } as const
      const flow = await endFlow(note, 'saml', flowIn(request, settings))
      if (!flow) return fail(app, exchange, new SignInFault('expired'))
      try {
        const chosen = await samlConfig(app, flow.purpose)
        if (!chosen) throw new SignInFault('off')
        const answer = request.body.SAMLResponse
        const vouched = await redeem(settings, chosen, { secret: flow.secret, answer })
        return await finish(app, exchange, { flow, vouched, rules: chosen })
      } catch (error) {
        return fail(app, exchange, error, flow)
      }
    },
  )

  app.get(
    '/auth/saml/metadata',
    { config, schema: { operationId: 'x-samlMetadata', tags, response: { 200: Type.String() } } },
    async (_request, reply) =>
      reply
        .type('application/samlmetadata+xml; charset=utf-8')
        .send(await metadata(settings, await samlConfig(app, 'trial'))),
  )

  // The provider sends people back here after they left it; there is nothing left to do.
  app.get(
    '/auth/saml/logout',
    { config, schema: { operationId: 'x-samlSignedOut', tags, response: { 302: Nothing } } },
    async (_request, reply) => reply.redirect(`${settings.basePath}/signed-out`, 302),
  )
}
